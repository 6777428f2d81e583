import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, DecoratorHandler, type Dispatcher } from 'undici'
import { env } from '@/lib/core/env'
import { areTooSmall } from '@/lib/http/collect-bytes'
import { OutgoingError } from './outgoing-error'
import { isRefusedAddress, type PrivateHosts } from './refused-addresses'
import { resolveName } from './resolve-name'

/** How much of an answer is received, compressed or not. */
export const maxAnswerBytes = 16 * 1024 * 1024

/** Of all headers of an answer: as many as Node itself takes. GitHub and GitLab send 2 or 3 KiB, and proxies add theirs. */
export const maxHeaderBytes = 16 * 1024

type Resolve = (name: string) => Promise<LookupAddress[]>

/** What calls can reach, and the connections that are open to it. */
export type Network = { privateHosts: PrivateHosts; resolve: Resolve; agent: Dispatcher }

/** A network with connections of its own. Names lead to what `resolve` says at the moment that a socket connects. */
export function openNetwork(privateHosts: PrivateHosts, resolve: Resolve = resolveName): Network {
  const lookUp: LookupFunction = (name, _options, done) => {
    resolveAllowed({ privateHosts, resolve }, name).then(
      (addresses) => done(null, addresses),
      (error) => done(error, []),
    )
  }
  const connect = buildConnector({ lookup: lookUp, autoSelectFamily: true })
  const agent = new Agent({
    maxResponseSize: maxAnswerBytes,
    maxHeaderSize: maxHeaderBytes,
    connect: (options, done) => {
      // Node looks up names only.
      const address = bare(options.hostname)
      if (isIP(address) !== 0 && isRefusedAddress(address, privateHosts)) done(refusal(privateHosts, address), null)
      else connect(options, done)
    },
  })
  return { privateHosts, resolve, agent: agent.compose(endInSmallPieces) }
}

/** Ends an answer whose pieces are too small, as they come: unpacked, they may look like fewer. */
const endInSmallPieces: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let [pieces, bytes] = [0, 0]
  let refused: OutgoingError | null = null
  const bounded: Dispatcher.DispatchHandler = {
    onResponseData: (controller, piece) => {
      if (refused) return
      pieces += 1
      bytes += piece.length
      if (!areTooSmall(pieces, bytes)) return handler.onResponseData?.(controller, piece)
      const error = inSmallPieces(String(options.origin))
      refused = error
      // Not at once: `fetch` would wait for ever for a body that fails together with its headers.
      setImmediate(() => {
        controller.abort(error)
        handler.onResponseError?.(controller, error)
      })
    },
    onResponseEnd: (controller, trailers) => {
      if (!refused) handler.onResponseEnd?.(controller, trailers)
    },
    onResponseError: (controller, error) => {
      if (!refused) handler.onResponseError?.(controller, error)
    },
  }
  return dispatch(options, Object.assign(new DecoratorHandler(handler), bounded))
}

function inSmallPieces(origin: string): OutgoingError {
  return new OutgoingError(
    'size',
    `${new URL(origin).host} sent an answer in pieces that are too small. It is not read.`,
  )
}

let configured: Network | undefined

/** The network of this process, as its settings want it. */
export function configuredNetwork(): Network {
  configured ??= openNetwork(env().PRIVATE_HOSTS)
  return configured
}

/**
 * The addresses of a name, or of an address itself, all of which may be called. `OutgoingError` of one text when one may
 * not and when there is none, so that it does not reveal which internal names exist.
 */
export async function resolveAllowed(
  { privateHosts, resolve }: Pick<Network, 'privateHosts' | 'resolve'>,
  hostname: string,
): Promise<LookupAddress[]> {
  const name = bare(hostname)
  const addresses = await resolve(name).catch(() => [])
  const allowed = addresses.length > 0 && addresses.every(({ address }) => !isRefusedAddress(address, privateHosts))
  if (!allowed) throw refusal(privateHosts, name)
  return addresses
}

function refusal(privateHosts: PrivateHosts, name: string): OutgoingError {
  return new OutgoingError('address', refusals[privateHosts](name))
}

const refusals: Record<PrivateHosts, (name: string) => string> = {
  allow: (name) =>
    `${name} leads to no address that connections may use. Check the address, and the DNS of this server.`,
  refuse: (name) =>
    `${name} leads to no public address. This server calls private ones only if its operator sets PRIVATE_HOSTS=allow.`,
}

/** A host name of a URL without the brackets of IPv6. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}
