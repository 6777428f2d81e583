import { isIP } from 'node:net'
import { env } from '@/lib/core/env'
import { parseUrl } from '@/lib/core/parse-url'
import { currentRequest } from '@/lib/http/request-context'

/**
 * The address that a request comes from: the last entry of the header that the operator named as trusted, because that
 * is the one that their own proxy added. An IPv6 address stands for its network of 64 bits, all of which is one
 * customer's. Null when no header is named, and when it holds no address.
 */
export function clientAddress(headers: Headers): string | null {
  const { TRUSTED_ADDRESS_HEADER: name } = env()
  return name ? lastAddress(headers.get(name)) : null
}

/**
 * The address that turns of the current request count for: the client's where it can be trusted, else that of the
 * connection, which is everyone's behind a proxy. Of an IPv6 address the network of 48 bits: who may have thousands of
 * those of 64 bits has one turn. Null outside of a request.
 */
export function addressOfTurn(): string | null {
  const request = currentRequest()
  return request && addressOf(request, addressForTurns)
}

/** The address of a given request, as `clientAddress` and `read` understand it. */
export function addressOf(
  request: NonNullable<ReturnType<typeof currentRequest>>,
  read: (header: string | null) => string | null = lastAddress,
): string | null {
  const header = env().TRUSTED_ADDRESS_HEADER?.toLowerCase()
  const claimed = header ? read(String(request.headers[header] ?? '')) : null
  return claimed ?? read(request.socket.remoteAddress ?? null)
}

/** The last entry of a header such as `X-Forwarded-For`, as `clientAddress` understands it. */
export function lastAddress(header: string | null): string | null {
  return readLast(header, 64)
}

/** The same for turns and shares, as `addressOfTurn` understands it. */
export function addressForTurns(header: string | null): string | null {
  return readLast(header, 48)
}

function readLast(header: string | null, bits: 48 | 64): string | null {
  const last = (header?.split(',').at(-1)?.trim() ?? '').replace(/^::ffff:(?=\d+\.)/i, '')
  const version = isIP(last)
  if (version === 4) return last
  return version === 6 ? networkOf(last, bits) : null
}

function networkOf(address: string, bits: 48 | 64): string | null {
  const url = parseUrl(`http://[${address}]`)
  if (!url) return null
  const [before = '', after] = url.hostname.slice(1, -1).split('::')
  const groups = (side = '') => side.split(':').filter((group) => group !== '')
  const [head, tail] = [groups(before), groups(after)]
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return `${[...head, ...zeros, ...tail].slice(0, bits / 16).join(':')}::/${bits}`
}
