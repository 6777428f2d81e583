import type { NetworkInterfaceInfo } from 'node:os'
import { afterAll, expect, it, vi } from 'vitest'

const own = ['93.184.215.14', '2a00:1234::7']

// Other tests of the same process have it loaded by now, or will.
vi.doMock('node:os', () => ({
  networkInterfaces: () => ({
    eth0: own.map((address) => ({ address, family: address.includes(':') ? 'IPv6' : 'IPv4' }) as NetworkInterfaceInfo),
  }),
}))
vi.resetModules()
const { isRefusedAddress } = await import('./refused-addresses')

afterAll(() => {
  vi.doUnmock('node:os')
  vi.resetModules()
})

const never = [
  '0.0.0.0',
  '0.1.2.3',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.1.1',
  '169.254.169.254',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.0.2.255',
  '192.88.99.1',
  '198.51.100.0',
  '198.51.100.255',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

const onlyWhenAllowed = [
  '10.0.0.5',
  '100.64.0.1',
  '127.0.0.1',
  '127.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.10',
  '198.18.0.1',
  '198.19.255.255',
]

const always = [
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '140.82.121.3',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.1',
  '192.0.1.0',
  '192.0.3.0',
  '192.31.196.1',
  '192.52.193.1',
  '192.167.255.255',
  '192.169.0.0',
  '192.175.48.1',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '198.51.101.0',
  '203.0.112.255',
  '203.0.114.0',
  '223.255.255.255',
]

/** An IPv4 address as it is, in IPv6 in decimal and in hexadecimal, and behind NAT64. */
function spellings(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  return [address, `::ffff:${address}`, `::ffff:${hex}`, `0:0:0:0:0:FFFF:${hex}`, `64:ff9b::${hex}`]
}

it.each(never.flatMap(spellings))('%s is never called', (address) => {
  expect(isRefusedAddress(address, 'allow')).toBe(true)
  expect(isRefusedAddress(address, 'refuse')).toBe(true)
})

it.each([...onlyWhenAllowed.flatMap(spellings), '::1', 'fc00::1', 'fd12::1', 'fdff:ffff::1', 'fec0::1'])(
  '%s is called where the settings allow it',
  (address) => {
    expect(isRefusedAddress(address, 'allow')).toBe(false)
    expect(isRefusedAddress(address, 'refuse')).toBe(true)
  },
)

it.each(['93.184.215.14', '::ffff:93.184.215.14', '64:ff9b::93.184.215.14', '2a00:1234::7'])(
  '%s, which is public and of this machine, is called where the settings allow private ones',
  (address) => {
    expect(isRefusedAddress(address, 'allow')).toBe(false)
    expect(isRefusedAddress(address, 'refuse')).toBe(true)
  },
)

it.each([
  ...always.flatMap(spellings),
  '2001:200::1',
  '2606:50c0:8000::154',
  '2a00::1',
  '3fff:1000::1',
  '3fff:ffff::1',
])('%s is always called', (address) => {
  expect(isRefusedAddress(address, 'allow')).toBe(false)
  expect(isRefusedAddress(address, 'refuse')).toBe(false)
})

it.each([
  ['the unspecified address', '::'],
  ['IPv4-compatible ones', '::2', '::8.8.8.8', '::169.254.169.254', '::7f00:1'],
  ['IPv4-translated ones', '::ffff:0:8.8.8.8', '::ffff:0:a00:1', '::ffff:0:a9fe:a9fe'],
  ['local NAT64', '64:ff9b:1::a9fe:a9fe', '64:ff9b:1::1', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
  ['Teredo', '2001::1', '2001:0:ffff::1'],
  ['other protocol assignments', '2001:2::1', '2001:10::1', '2001:1ff::1'],
  ['6to4', '2002::1', '2002:a9fe:a9fe::1', '2002:7f00:1::'],
  ['examples of documents', '2001:db8::1', '2001:db8:ffff::1', '3fff::1', '3fff:fff::1'],
  ['segment routing', '5f00::1', '5f00:ffff::1'],
  ['discard-only and dummy ones', '100::1', '100:0:0:1::1'],
  ['link-local ones, with a zone or without', 'fe80::1', 'febf::1', 'fe80::1%eth0', 'fe80::a9fe:a9fe%1'],
  ['multicast', 'ff02::1', 'ff0e::1'],
  ['metadata of clouds', 'fd00:ec2::254', 'fd20:ce::254', 'fd00:42::42'],
  ['what is not allocated', '4000::1', '8000::1', 'e000::1'],
])('%s are never called', (_name, ...addresses) => {
  for (const address of addresses) {
    expect(isRefusedAddress(address, 'allow'), address).toBe(true)
    expect(isRefusedAddress(address, 'refuse'), address).toBe(true)
  }
})

it.each(['', 'localhost', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '8.8.8.8.', '[::1]', '10.0.0.1/8'])(
  'what is no address is never called: %j',
  (text) => {
    expect(isRefusedAddress(text, 'allow')).toBe(true)
  },
)
