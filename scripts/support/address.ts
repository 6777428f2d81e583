import { isIPv6 } from 'node:net'

/** Where a server listens; without `host` at all addresses of the machine. */
export type Address = { host?: string; port: number }

/** Where this machine reaches a server that listens there. */
export function urlOf({ host = '::', port }: Address): string {
  const name = host === '::' || host === '0.0.0.0' ? 'localhost' : host
  return `http://${isIPv6(name) ? `[${name}]` : name}:${port}`
}
