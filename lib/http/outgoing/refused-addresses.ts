import { BlockList, isIP, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** Whether calls may reach private networks and this machine. */
export type PrivateHosts = 'allow' | 'refuse'

/** Never called: what IANA's special-purpose registries (RFC 6890 and its updates) name, and metadata of clouds. */
const refused = rangesOf([
  '0.0.0.0/8', // this network, which Linux takes for this machine (RFC 1122)
  '100.100.100.200/32', // metadata of Alibaba Cloud
  '168.63.129.16/32', // host of Azure
  '169.254.0.0/16', // link-local (RFC 3927), metadata of most clouds
  '192.0.0.0/24', // protocol assignments (RFC 6890), metadata of Oracle Cloud
  '192.0.2.0/24', // documentation (RFC 5737)
  '192.88.99.0/24', // relays of 6to4 (RFC 7526)
  '198.51.100.0/24', // documentation (RFC 5737)
  '203.0.113.0/24', // documentation (RFC 5737)
  '224.0.0.0/3', // multicast (RFC 5771), reserved and broadcast (RFC 1112)
  '2001::/23', // protocol assignments (RFC 2928), Teredo among them (RFC 4380)
  '2001:db8::/32', // documentation (RFC 3849)
  '2002::/16', // 6to4 (RFC 3056)
  '3fff::/20', // documentation (RFC 9637)
  'fd00:42::42/128', // metadata of Scaleway
  'fd00:ec2::254/128', // metadata of AWS
  'fd20:ce::254/128', // metadata of Google Cloud
])

/** Called only where the settings allow private hosts. */
const privateRanges = [
  '10.0.0.0/8', // RFC 1918
  '100.64.0.0/10', // shared address space (RFC 6598)
  '127.0.0.0/8', // this machine (RFC 1122)
  '172.16.0.0/12', // RFC 1918
  '192.168.0.0/16', // RFC 1918
  '198.18.0.0/15', // benchmarks (RFC 2544)
  '::1/128', // this machine (RFC 4291)
  'fc00::/7', // unique local (RFC 4193)
  'fec0::/10', // site-local (RFC 3879)
]
const privateAddresses = rangesOf(privateRanges)

/** All that is called of IPv6: what is not allocated, or writes an IPv4 address in another way, is not. */
const ipv6 = rangesOf([
  '2000::/3', // global unicast (RFC 4291)
  '::ffff:0:0/96', // an IPv4 address (RFC 4291), judged as such
  '64:ff9b::/96', // an IPv4 address behind NAT64 (RFC 6052), judged as such
  ...privateRanges,
])

/** Whether an IP address must not be called. One with a zone is judged without it; anything else is refused. */
export function isRefusedAddress(address: string, privateHosts: PrivateHosts): boolean {
  if (isIP(address) === 0) return true
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  if (refused.check(address, family)) return true
  if (privateHosts === 'refuse' && (privateAddresses.check(address, family) || isOwn(address, family))) return true
  return family === 'ipv6' && !ipv6.check(address, family)
}

/** Whether this machine has the address by now, which may be a public one. */
function isOwn(address: string, family: 'ipv4' | 'ipv6'): boolean {
  const own = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  return rangesOf(own.map(({ address, family }) => `${address}/${family === 'IPv4' ? 32 : 128}`)).check(address, family)
}

/** Ranges in CIDR notation; those of IPv4 also as NAT64 writes them, while Node itself sees to `::ffff:a.b.c.d`. */
function rangesOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), isIPv4(network) ? 'ipv4' : 'ipv6')
    if (isIPv4(network)) list.addSubnet(`64:ff9b::${network}`, 96 + Number(bits), 'ipv6')
  }
  return list
}
