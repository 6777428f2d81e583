import { afterEach, expect, test, vi } from 'vitest'
import { addressForTurns, clientAddress, lastAddress } from './client-address'

afterEach(() => void vi.unstubAllEnvs())

const claimed = new Headers({ 'X-Forwarded-For': '10.0.0.1, 192.0.2.1', 'X-Real-IP': '198.51.100.7' })

test('without a trusted header there is no address, whatever the client claims', () => {
  expect(clientAddress(claimed)).toBeNull()
})

test('with one, that very header counts and no other', async () => {
  vi.stubEnv('TRUSTED_ADDRESS_HEADER', 'X-Real-IP')
  vi.resetModules()
  const fresh = await import('./client-address')
  expect(fresh.clientAddress(claimed)).toBe('198.51.100.7')
  expect(fresh.clientAddress(new Headers({ 'X-Forwarded-For': '192.0.2.1' }))).toBeNull()
})

test.each([
  ['one address', '192.0.2.1', '192.0.2.1'],
  ['what the own proxy added, not what the client claimed', '10.0.0.1, 198.51.100.7,192.0.2.1 ', '192.0.2.1'],
  ['an IPv4 address written as IPv6', '::ffff:192.0.2.1', '192.0.2.1'],
  ['an IPv6 address: its network', '2001:DB8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64'],
  ['a short IPv6 address', '2001:db8::7', '2001:db8:0:0::/64'],
  ['the loopback address', '::1', '0:0:0:0::/64'],
  ['an address with a zone', 'fe80::1%eth0', null],
  ['an address with a port', '192.0.2.1:443', null],
  ['a name', 'unknown', null],
  ['nothing', '', null],
  ['no header', null, null],
])('%s', (_name, header, address) => {
  expect(lastAddress(header)).toBe(address)
})

test.each([
  ['an IPv4 address', '10.0.0.1, 192.0.2.1', '192.0.2.1'],
  ['an IPv6 address: the network of its site', '2001:DB8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1::/48'],
  ['another of that site', '2001:db8:1:ffff::7', '2001:db8:1::/48'],
  ['a short IPv6 address', '2001:db8::7', '2001:db8:0::/48'],
  ['a name', 'unknown', null],
])('turns: %s', (_name, header, address) => {
  expect(addressForTurns(header)).toBe(address)
})
