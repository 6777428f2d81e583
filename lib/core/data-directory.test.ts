import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { ensureDataDirectory } from './data-directory'

const root = mkdtempSync(path.join(tmpdir(), 'leadline-data-'))
const at = (...names: string[]) => path.join(root, ...names)
afterAll(() => rmSync(root, { recursive: true }))

it('creates what is missing, also several times at once', async () => {
  const directory = at('a b', 'c', 'd')
  await Promise.all([1, 2, 3].map(() => ensureDataDirectory(directory)))
  await ensureDataDirectory(directory)
  expect(existsSync(directory)).toBe(true)
})

it('refuses a file in its place', async () => {
  writeFileSync(at('file'), '')
  for (const directory of [at('file'), at('file', 'below')]) {
    await expect(ensureDataDirectory(directory)).rejects.toThrow(
      /^The data directory cannot be used \(E.*LEADLINE_DATA_DIR/,
    )
  }
})

it('refuses a link that leads nowhere', async () => {
  symlinkSync(at('nowhere'), at('link'))
  await expect(ensureDataDirectory(at('link'))).rejects.toThrow('cannot be used')
})

it('refuses a place that nothing can be created in', async () => {
  await expect(ensureDataDirectory('/dev/null/leadline/data')).rejects.toThrow('cannot be used')
  await expect(ensureDataDirectory('/proc/leadline/data')).rejects.toThrow('cannot be used')
})
