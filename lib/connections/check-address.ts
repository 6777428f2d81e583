import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import { env } from '@/lib/env'
import { AppError } from '@/lib/errors'

const refused = new BlockList()
refused.addSubnet('0.0.0.0', 8)
refused.addSubnet('169.254.0.0', 16)
refused.addSubnet('224.0.0.0', 3)
refused.addAddress('100.100.100.200')
refused.addAddress('168.63.129.16')
refused.addSubnet('fe80::', 10, 'ipv6')
refused.addSubnet('ff00::', 8, 'ipv6')
refused.addAddress('::', 'ipv6')
refused.addAddress('fd00:ec2::254', 'ipv6')
// Other ways to write an IPv4 address; between the first two is ::1.
refused.addRange('::2', '::ffff:ffff', 'ipv6')
refused.addSubnet('64:ff9b::', 96, 'ipv6')
refused.addSubnet('2002::', 16, 'ipv6')

const ownNetworks = new BlockList()
ownNetworks.addSubnet('127.0.0.0', 8)
ownNetworks.addSubnet('10.0.0.0', 8)
ownNetworks.addSubnet('172.16.0.0', 12)
ownNetworks.addSubnet('192.168.0.0', 16)
ownNetworks.addSubnet('100.64.0.0', 10)
ownNetworks.addSubnet('198.18.0.0', 15)
ownNetworks.addAddress('::1', 'ipv6')
ownNetworks.addSubnet('fc00::', 7, 'ipv6')
ownNetworks.addSubnet('fec0::', 10, 'ipv6')

/**
 * Throws `invalid` when a host's name leads to an address that connections may not use: link-local ones, where clouds
 * keep their metadata, multicast and the like, and private networks and this machine where the settings say so.
 * Throws `unavailable` when it leads nowhere.
 */
export async function checkAddress(baseUrl: string): Promise<void> {
  const name = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookup(name, { all: true }).catch(() => {
    throw new AppError(
      'unavailable',
      `There is no address for ${name}. Check the base URL, and the DNS of this server.`,
    )
  })
  if (!addresses.some(({ address }) => isRefusedAddress(address))) return
  throw new AppError('invalid', `${name} leads to an address that connections may not use.`)
}

/** Whether an IP address is one that connections may not use. */
export function isRefusedAddress(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4'
  return refused.check(address, family) || (env().PRIVATE_HOSTS === 'refuse' && ownNetworks.check(address, family))
}
