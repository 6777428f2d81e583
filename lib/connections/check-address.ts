import { lookup } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
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
// Other ways to write an IPv4 address.
refused.addSubnet('64:ff9b::', 96, 'ipv6')
refused.addSubnet('2002::', 16, 'ipv6')

/**
 * Throws `invalid` when a host's name leads to an address that no code host has but that gives away something:
 * link-local ones, where clouds keep their metadata, multicast and the like. Private networks are allowed.
 */
export async function checkAddress(baseUrl: string): Promise<void> {
  const name = new URL(baseUrl).hostname.replace(/^\[|\]$/g, '')
  const addresses = await lookup(name, { all: true }).catch(() => {
    throw new AppError('invalid', `There is no address for ${name}. Check the base URL, and the DNS of this server.`)
  })
  if (!addresses.some(({ address }) => isRefusedAddress(address))) return
  throw new AppError('invalid', `${name} leads to an address that connections may not use.`)
}

/** Whether an IP address is one that connections may not use. */
export function isRefusedAddress(address: string): boolean {
  return refused.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}
