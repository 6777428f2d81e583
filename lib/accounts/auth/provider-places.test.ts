import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => void vi.unstubAllEnvs())

test('an address that can be trusted asks a provider 300 times in 15 minutes, and keeps no other from it', async () => {
  vi.stubEnv('TRUSTED_ADDRESS_HEADER', 'X-Real-IP')
  vi.resetModules()
  const { inProviderPlace } = await import('./provider-places')
  const ask = (address?: string) =>
    inProviderPlace(new Headers(address ? { 'X-Real-IP': address } : {}), async () => 'asked')
  for (let count = 0; count < 300; count += 1) expect(await ask('192.0.2.1')).toBe('asked')
  await expect(ask('192.0.2.1')).rejects.toMatchObject({ code: 'rate_limited' })
  expect(await ask('192.0.2.2')).toBe('asked')
  for (let count = 0; count < 301; count += 1) expect(await ask()).toBe('asked')
})
