import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { createLookUps, type LookUp } from './look-up'

type System = {
  /** Name servers, with a port where it is another; those of the system where left out. */
  servers?: string[]
  hostsFile?: string
  resolverFile?: string
}

const hosts = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts'

/** Of a name server that does not answer; queried twice. */
const timeoutMs = 2_000

/**
 * The system's own look-up takes a thread of four that files and passwords need as well. The parts of a server that are
 * bundled apart share its places.
 */
const holder = globalThis as { leadlineNameLookUps?: LookUp }

/**
 * The addresses of a name: of the hosts file, else of the name servers, also with the search domains of the system. No
 * thread waits for a name server, which may be that of an organization and never answer. Names that no name server of
 * the Internet has are looked up as the system does it, in turn. Throws for a name that leads nowhere.
 */
export async function resolveName(
  name: string,
  { servers, hostsFile = hosts, resolverFile = '/etc/resolv.conf' }: System = {},
): Promise<LookupAddress[]> {
  if (isIP(name) !== 0) return [addressOf(name)]
  const wanted = name.toLowerCase().replace(/\.$/, '')
  const known = (await readLines(hostsFile)).filter(([, ...names]) =>
    names.some((each) => each.toLowerCase() === wanted),
  )
  if (known.length > 0) return known.flatMap(([address = '']) => (isIP(address) === 0 ? [] : addressOf(address)))
  if (/^[^.]+$|\.(local|localhost)$/.test(wanted)) {
    holder.leadlineNameLookUps ??= createLookUps()
    return holder.leadlineNameLookUps(name)
  }
  const domains = (await readLines(resolverFile)).filter(([keyword]) => keyword === 'search' || keyword === 'domain')
  for (const full of [wanted, ...(domains.at(-1) ?? []).slice(1).map((domain) => `${wanted}.${domain}`)]) {
    const addresses = await query(full, servers)
    if (addresses.length > 0) return addresses
  }
  throw new Error(`No address of ${name}`)
}

/** Settings may have changed since the last time: each question reads them again. */
async function query(name: string, servers: string[] | undefined): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 })
  if (servers) resolver.setServers(servers)
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value.map(addressOf) : []))
}

function addressOf(address: string): LookupAddress {
  return { address, family: isIP(address) }
}

/** The words of each line, without comments; none of a file that is not there. */
async function readLines(path: string): Promise<string[][]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter(Boolean),
  )
}
