import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkAddress, isRefusedAddress } from './check-address'

it.each([
  '169.254.169.254',
  '169.254.1.1',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '::169.254.169.254',
  '::7f00:1',
  '::2',
  '2002:a9fe:a9fe::1',
  'fe80::1',
  'fd00:ec2::254',
  '100.100.100.200',
  '0.0.0.0',
  '::',
  '224.0.0.1',
  '255.255.255.255',
  'ff02::1',
])('%s gives something away', (address) => {
  expect(isRefusedAddress(address)).toBe(true)
})

it.each(['140.82.121.3', '10.0.0.5', '172.16.0.1', '192.168.1.10', '127.0.0.1', '::1', 'fd12::1', '2606:50c0::1'])(
  '%s may be a host',
  (address) => {
    expect(isRefusedAddress(address)).toBe(false)
  },
)

it('looks where a name leads', async () => {
  await expect(checkAddress('http://localhost:1')).resolves.toBeUndefined()
  await expect(checkAddress('https://169.254.169.254')).rejects.toThrow('connections may not use')
  await expect(checkAddress('https://[::ffff:a9fe:a9fe]')).rejects.toThrow('connections may not use')
  await expect(checkAddress('https://2852039166')).rejects.toThrow('connections may not use')
  // No network is asked for a name whose label is longer than 63 characters.
  const nobody = `${'x'.repeat(64)}.invalid`
  await expect(checkAddress(`https://${nobody}`)).rejects.toThrow(`There is no address for ${nobody}`)
})

describe('with private hosts refused', () => {
  afterEach(() => vi.unstubAllEnvs())

  async function refusing() {
    vi.stubEnv('PRIVATE_HOSTS', 'refuse')
    vi.resetModules()
    return import('./check-address')
  }

  it.each([
    '127.0.0.1',
    '127.1.2.3',
    '10.0.0.5',
    '172.31.0.1',
    '192.168.1.10',
    '100.64.0.1',
    '::1',
    '::ffff:10.0.0.5',
    'fd12::1',
  ])('%s is no host', async (address) => {
    expect((await refusing()).isRefusedAddress(address)).toBe(true)
  })

  it.each(['140.82.121.3', '172.32.0.1', '2606:50c0::1'])('%s still is', async (address) => {
    expect((await refusing()).isRefusedAddress(address)).toBe(false)
  })

  it('neither is this machine by name', async () => {
    const refusal = (await refusing()).checkAddress('http://localhost:1')
    await expect(refusal).rejects.toThrow('connections may not use')
  })
})
