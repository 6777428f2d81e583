import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SettingsError } from './env'
import { loadEnvFile } from './load-env-file'

let folder = ''
const file = () => path.join(folder, '.env')
const names = ['A_NAME', 'B_NAME', 'C_NAME']

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'leadline-env-'))
  vi.spyOn(process, 'cwd').mockReturnValue(folder)
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of names) delete process.env[name]
  rmSync(folder, { recursive: true })
})

it('is not needed', () => {
  expect(loadEnvFile).not.toThrow()
})

it('is read as Node reads it, and the environment wins', () => {
  process.env.B_NAME = 'of the environment'
  writeFileSync(file(), '# comment\r\n\r\nexport A_NAME = "two\nlines = 1" # and why\nB_NAME=b\nC_NAME=a=b\'c # d\n')
  loadEnvFile()
  expect(names.map((name) => process.env[name])).toEqual(['two\nlines = 1', 'of the environment', "a=b'c"])
})

it.each([
  ['no equals sign', 'A_NAME=1\nB_NAME secret-value\n', 'line 2'],
  ['another language', 'A_NAME: secret-value\n', 'line 1'],
  ['a quote that does not end', 'A_NAME=1\nB_NAME="secret-value\n', 'line 3'],
  ['bytes of no text', Buffer.from([0x41, 0x3d, 0xff, 0xfe, 0x00]), 'utf-8'],
  ['control characters', 'A_NAME=secret-value\0\n', 'line 1'],
])('with %s it is refused, and nothing of it is used or shown', (_name, content, where) => {
  writeFileSync(file(), content)
  expect(loadEnvFile).toThrow(SettingsError)
  expect(loadEnvFile).toThrow(where)
  expect(loadEnvFile).not.toThrow('secret-value')
  expect(process.env.A_NAME).toBeUndefined()
})

it('is refused when it is a folder, or a link that leads nowhere', () => {
  mkdirSync(file())
  expect(loadEnvFile).toThrow(/\.env cannot be read: EISDIR.*\.$/)
  rmSync(file(), { recursive: true })
  symlinkSync('nowhere', file())
  expect(loadEnvFile).toThrow(/\.env cannot be read: ENOENT.*\.$/)
})
