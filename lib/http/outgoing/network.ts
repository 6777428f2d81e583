import type { LookupAddress } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { Agent, buildConnector, type Dispatcher, errors } from 'undici'
import { env } from '@/lib/core/env'
import { areTooSmall } from '@/lib/http/collect-bytes'
import { BoundedConnection } from './bounded-connection'
import { OutgoingError } from './outgoing-error'
import { isRefusedAddress, type PrivateHosts } from './refused-addresses'
import { resolveName } from './resolve-name'
import { createHandshakes } from './rest-after-handshake'
import { tlsOptions } from './tls-options'

/** How much of an answer is received, compressed or not. */
export const maxAnswerBytes = 16 * 1024 * 1024

/** Of all that comes over a connection for one answer: chunks of a few bytes and their lengths take less. */
const maxRawBytes = 2 * maxAnswerBytes

/** How long a connection waits for another call, however long its host would wait. */
const maxIdleMs = 4_000

/** So many addresses of a name, of each family, may be tried. Honest names have fewer. */
const maxAddresses = 8

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
  const connect = connectorOf(lookUp)
  const inTurn = createHandshakes()
  const agent = new Agent({
    maxResponseSize: maxAnswerBytes,
    maxHeaderSize: maxHeaderBytes,
    keepAliveTimeout: maxIdleMs,
    keepAliveMaxTimeout: maxIdleMs,
    connect: (options, done) => {
      // Node looks up names only.
      const address = bare(options.hostname)
      if (isIP(address) !== 0 && isRefusedAddress(address, privateHosts)) done(refusal(privateHosts, address), null)
      else {
        const open = () =>
          new Promise<number>((opened) => {
            connect(options, (busyMs, ...[error, socket]) => {
              if (socket) {
                boundRawBytes(socket)
                catchAssertions(socket)
              }
              if (error) done(error, null)
              else done(null, socket)
              opened(busyMs)
            })
          })
        if (options.protocol === 'https:') inTurn(options.hostname, open).catch((error) => done(error, null))
        else void open()
      }
    },
  })
  return { privateHosts, resolve, agent: agent.compose(endDearAnswers) }
}

type Opened = (busyMs: number, ...result: Parameters<buildConnector.Callback>) => void

/** Opens TCP connections, and TLS over such a one for https; says how long the process was busy with the handshake. */
function connectorOf(lookup: LookupFunction): (options: buildConnector.Options, done: Opened) => void {
  const connectTcp = buildConnector({ lookup, autoSelectFamily: true })
  const connectTls = buildConnector(tlsOptions)
  return (options, done) => {
    if (options.protocol !== 'https:') return connectTcp(options, (...result) => done(0, ...result))
    connectTcp({ ...options, protocol: 'http:', port: options.port || '443' }, (...[error, socket]) => {
      if (error) return done(0, error, null)
      const bounded = new BoundedConnection(socket)
      // What undici hands to `tls.connect` may be any duplex stream.
      connectTls({ ...options, httpSocket: bounded as unknown as Socket }, (...result) => {
        const [failure, secure] = result
        if (failure) bounded.destroy()
        else bounded.release(secure)
        done(bounded.busyMs, ...result)
      })
    })
  }
}

/** Ends an answer that is packed more than once, or whose pieces are too small: unpacked, they may look like fewer. */
const endDearAnswers: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) => {
  let [pieces, bytes] = [0, 0]
  let isRefused = false
  const refuse = (controller: Dispatcher.DispatchController, error: OutgoingError) => {
    isRefused = true
    // Not at once: `fetch` would wait for ever for a body that fails together with its headers.
    setImmediate(() => {
      controller.abort(error)
      handler.onResponseError?.(controller, error)
    })
  }
  const isDear = (length: number) => {
    pieces += 1
    bytes += length
    return areTooSmall(pieces, bytes)
  }
  return dispatch(options, {
    onRequestStart: (controller, context) => handler.onRequestStart?.(controller, context),
    onResponseStart: (controller, status, headers, statusText) => {
      if (isRefused) return
      // A hint comes before the answer, which is the only one that handlers take.
      if (status < 200) {
        if (isDear(0)) refuse(controller, inSmallPieces(options.origin))
      } else if (String(headers['content-encoding'] ?? '').includes(','))
        refuse(controller, packedTwice(options.origin))
      else handler.onResponseStart?.(controller, status, headers, statusText)
    },
    onResponseData: (controller, piece) => {
      if (isRefused) return
      if (isDear(piece.length)) refuse(controller, inSmallPieces(options.origin))
      else handler.onResponseData?.(controller, piece)
    },
    onResponseEnd: (controller, trailers) => {
      if (!isRefused) handler.onResponseEnd?.(controller, trailers)
    },
    onResponseError: (controller, error) => {
      if (!isRefused) handler.onResponseError?.(controller, error)
    },
  })
}

function packedTwice(origin: Dispatcher.DispatchOptions['origin']): OutgoingError {
  return new OutgoingError('size', `${hostOf(origin)} sent an answer that is packed more than once. It is not read.`)
}

function inSmallPieces(origin: Dispatcher.DispatchOptions['origin']): OutgoingError {
  return new OutgoingError('size', `${hostOf(origin)} sent an answer in pieces that are too small. It is not read.`)
}

function hostOf(origin: Dispatcher.DispatchOptions['origin']): string {
  return new URL(String(origin)).host
}

/** So much of what a connection received is parsed at once. */
const sliceBytes = 4_096

/** Ends a connection over which an answer has more bytes than any that is read: lengths and hints are no part of it. */
function boundRawBytes(socket: Socket): void {
  const readAll = socket.read.bind(socket)
  // undici makes an error of each header that is too much, to the end of what it has been given.
  socket.read = (size) =>
    socket.destroyed ? null : readAll(size ?? (Math.min(sliceBytes, socket.readableLength) || size))
  let [written, before, read] = [0, 0, 0]
  socket.on('readable', () => {
    // What was read until then belongs to the answers before.
    if (socket.bytesWritten > written) before = read
    written = socket.bytesWritten
    read = socket.bytesRead
    if (read - before > maxRawBytes) socket.destroy(new errors.ResponseExceededMaxSizeError())
  })
}

/**
 * Fails a call in place of the process where undici throws in an event of its connection: it asserts there what a server
 * can make untrue, such as that none is reset while the body waits to be read.
 */
function catchAssertions(socket: Socket): void {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean
  socket.emit = (event: string | symbol, ...args: unknown[]) => {
    try {
      return emit(event, ...args)
    } catch (error) {
      if (!socket.destroyed) socket.destroy(error as Error)
      // It takes this for the reason why the connection ended.
      else emit('error', error)
      return event === 'close' ? emit(event, ...args) : true
    }
  }
}

let configured: Network | undefined

/** The network of this process, as its settings want it. */
export function configuredNetwork(): Network {
  configured ??= openNetwork(env().PRIVATE_HOSTS)
  return configured
}

/**
 * The first addresses of a name, or of an address itself, all of which may be called. `OutgoingError` of one text when
 * one may not and when there is none, so that it does not reveal which internal names exist.
 */
export async function resolveAllowed(
  { privateHosts, resolve }: Pick<Network, 'privateHosts' | 'resolve'>,
  hostname: string,
): Promise<LookupAddress[]> {
  const name = bare(hostname)
  const found = await resolve(name).catch(() => [])
  const addresses = [4, 6].flatMap((of) => found.filter(({ family }) => family === of).slice(0, maxAddresses))
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
