import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ensureSecret } from './ensure-secret'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'leadline-secret-'))
})

afterAll(() => rm(folder, { recursive: true }))

it('is made once, no matter who asks first, and is another one for each purpose', async () => {
  const dataDir = path.join(folder, 'data')
  const secrets = await Promise.all(Array.from({ length: 10 }, () => ensureSecret(dataDir, 'encryption-key')))
  expect(new Set(secrets).size).toBe(1)
  expect(secrets[0]).toMatch(/^[\w-]{43}$/)
  expect(await ensureSecret(dataDir, 'nextauth-secret')).not.toBe(secrets[0])
})

it('is for its owner alone to read', async () => {
  await ensureSecret(folder, 'encryption-key')
  expect((await stat(path.join(folder, 'encryption-key'))).mode & 0o777).toBe(0o600)
})
