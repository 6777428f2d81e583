import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { parseEnv } from '@/lib/core/env'
import { createSignInLimit, enforceSignInLimit } from './limit-sign-in'

const account = (number: number) => `person-${number}@acme.example`

const refused = { code: 'rate_limited', headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) } }

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('10 attempts on an account in 15 minutes pass, the next is told how long to wait', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1)
    await enforceSignInLimit({ account: account(1), address: null, browserId: null })
  await expect(enforceSignInLimit({ account: account(1), address: null, browserId: null })).rejects.toMatchObject(
    refused,
  )
  await expect(enforceSignInLimit({ account: account(2), address: null, browserId: null })).resolves.toBeUndefined()
})

test('50 attempts from an address pass, whatever the accounts, and the rest costs no account an attempt', async () => {
  const enforce = createSignInLimit(parseEnv({}))
  const from = (address: string, number: number) => enforce({ account: account(number), address, browserId: null })
  for (let attempt = 0; attempt < 50; attempt += 1) await from('192.0.2.1', attempt)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    await expect(from('192.0.2.1', 100)).rejects.toMatchObject(refused)
  }
  for (let attempt = 0; attempt < 10; attempt += 1) await from('192.0.2.2', 100)
  await expect(from('192.0.2.2', 100)).rejects.toMatchObject(refused)
})

test('half an hour later nothing is held against anyone', async () => {
  const enforce = createSignInLimit(parseEnv({}))
  for (let attempt = 0; attempt < 10; attempt += 1)
    await enforce({ account: account(1), address: null, browserId: null })
  vi.advanceTimersByTime(1_800_000)
  await expect(enforce({ account: account(1), address: null, browserId: null })).resolves.toBeUndefined()
})

test('strangers use up neither the attempts of a known browser nor those of another address', async () => {
  const enforce = createSignInLimit(parseEnv({}))
  const attempt = (address: string | null, browserId: string | null) =>
    enforce({ account: account(1), address, browserId })
  for (let number = 0; number < 10; number += 1) await attempt('192.0.2.1', null)
  await expect(attempt('192.0.2.1', null)).rejects.toMatchObject(refused)
  await expect(attempt('192.0.2.2', null)).resolves.toBeUndefined()
  for (let number = 0; number < 10; number += 1) await attempt('192.0.2.1', 'laptop')
  await expect(attempt('192.0.2.1', 'laptop')).rejects.toMatchObject(refused)
  await expect(attempt(null, 'phone')).resolves.toBeUndefined()
})

test('an account has 100 attempts from whatever addresses, and then still its known browsers', async () => {
  const enforce = createSignInLimit(parseEnv({}))
  const from = (number: number) => enforce({ account: account(1), address: `192.0.2.${number}`, browserId: null })
  for (let number = 0; number < 100; number += 1) await from(number)
  await expect(from(100)).rejects.toMatchObject(refused)
  await expect(enforce({ account: account(1), address: null, browserId: 'laptop' })).resolves.toBeUndefined()
})
