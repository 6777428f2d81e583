import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listApiKeys } from '@/lib/accounts/api-keys/list'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { createTenant } from '@/lib/testing/factories'
import { ensureDemoKey } from './key'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'leadline-demo-'))
})

afterEach(() => rm(dataDir, { recursive: true }))

test('the key stays the same from run to run, in a file for its owner alone', async () => {
  const { organization } = await createTenant()
  const key = await ensureDemoKey(organization.id, dataDir)
  expect(await ensureDemoKey(organization.id, dataDir)).toBe(key)
  expect((await stat(path.join(dataDir, 'demo-key'))).mode & 0o777).toBe(0o600)
})

test('a key that was revoked is replaced', async () => {
  const { organization } = await createTenant()
  const key = await ensureDemoKey(organization.id, dataDir)
  const [newest] = await listApiKeys(organization.id)
  await revokeApiKey(operatorOf(organization.id), newest?.id ?? 0)
  const next = await ensureDemoKey(organization.id, dataDir)
  expect(next).not.toBe(key)
  expect(await ensureDemoKey(organization.id, dataDir)).toBe(next)
})

test('a key whose file is gone is replaced', async () => {
  const { organization } = await createTenant()
  const key = await ensureDemoKey(organization.id, dataDir)
  await rm(path.join(dataDir, 'demo-key'))
  expect(await ensureDemoKey(organization.id, dataDir)).not.toBe(key)
})

test('the key of another organization is never used', async () => {
  const [one, other] = [await createTenant(), await createTenant()]
  const key = await ensureDemoKey(one.organization.id, dataDir)
  expect(await ensureDemoKey(other.organization.id, dataDir)).not.toBe(key)
})
