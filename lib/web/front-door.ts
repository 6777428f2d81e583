import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { knownCrowd } from '@/lib/accounts/known-callers'
import { AppError } from '@/lib/core/errors'
import { holdingBytes } from '@/lib/core/hold-bytes'
import { log } from '@/lib/core/log'
import { semaphores } from '@/lib/core/semaphore'
import { areTooSmall } from '@/lib/http/collect-bytes'
import { addressForTurns, addressOf } from '@/lib/http/rate-limit/client-address'
import { bodyDeadlineMs } from '@/lib/http/read-body'
import { restAfterParsing } from '@/lib/http/rest-after-parsing'
import { boundHead, maxHeaderFields } from '@/lib/web/bound-head'
import { expectBody, feedParsersInPieces } from '@/lib/web/feed-parser'
import { beginInTurn, countUnanswered } from '@/lib/web/one-at-a-time'
import { receiveBody } from '@/lib/web/receive-body'
import { refuseRequest } from '@/lib/web/refuse-request'
import { createRounds } from '@/lib/web/rounds'
import { countArrivals } from '@/lib/web/until-none-arrives'

/** The keep-alive time that is announced to browsers and proxies. */
const keepAliveMs = 5_000

/** How long nothing may pass on a connection, such as one of an answer that is never read. */
const maxSilentMs = 120_000

/** What the largest form holds, the one that tries a payload, with room for how browsers write forms. */
const maxFormBytes = 512 * 1024

/** What is sent to addresses of programs. */
const maxApiBytes = 64 * 1024

/** Most forms, what signs in, and what is sent to addresses that take no body. */
const smallBytes = 4 * 1024

/** What all larger forms may hold at once while they arrive, and wait for a place. */
const maxHeldBytes = 32 * 1024 * 1024

/** To read so many bytes of a large form takes as long as to parse one value: its fields are many. */
const formBytesPerValue = 5

const inTurnOfLarge = semaphores<string>(1)

/** Routes that decide by the headers whether they read a body, and do it in pieces with a limit of their own. */
const readsForItself = /^\/api\/webhooks\/(deployments(\/batch|\/services)?|github|gitlab)\/?(\?|$)/

/** Some milliseconds of work: as many requests begin in one round of the event loop. */
const inRound = createRounds(8, countArrivals)

/** After what a route answers itself when a body is late, before its connection ends. */
const graceMs = 2_000

/** Takes a request that is complete, with the body that it had, and gives it to `handle` or refuses it. */
export type Enter = (
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
  body?: Buffer,
) => Promise<void>

type Guard = {
  enter: Enter
  /** How long a body may take. */
  deadlineMs?: number
  /** How long nothing may pass on a connection. */
  silentMs?: number
}

/** Servers that only the operator reaches. */
const unguarded = new WeakSet<Server>()

/**
 * Lets requests to a server of this process pass as they are, whatever waits before the others: as many at once of a
 * connection as of any.
 */
export function leaveUnguarded(server: Server): void {
  unguarded.add(server)
}

/** Whether a server is one of those. */
export function isUnguarded(server: Server): boolean {
  return unguarded.has(server)
}

/**
 * Stands before the servers of this process, from the first request on. A body that no route reads for itself is complete
 * and small when it enters, or is refused with 413, 408 or 503: Next takes bodies of pages, actions and unknown addresses
 * whole and waits minutes for them. What is refused and goes on arriving is thrown away until the deadline, and then the
 * connection ends.
 */
export function guardBodies({ enter, deadlineMs = bodyDeadlineMs, silentMs = maxSilentMs }: Guard): void {
  feedParsersInPieces()
  const guarded = new WeakSet<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server, socket, response } = message as { server: Server; socket: Socket; response: ServerResponse }
    countUnanswered(socket, response)
    if (unguarded.has(server)) return
    if (!guarded.has(server)) guard(server, { enter, deadlineMs, silentMs })
    guarded.add(server)
  })
}

/** The event of this very request has yet to be sent to the listeners. */
function guard(server: Server, { enter, deadlineMs, silentMs }: Required<Guard>): void {
  server.keepAliveTimeout = keepAliveMs
  // Those of a head that is not complete are held as well, for each connection.
  server.maxHeadersCount = maxHeaderFields
  const listeners = server.listeners('request') as RequestListener[]
  const handle: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(server, request, response)
  }
  const door = { enter, deadlineMs, handle }
  server.removeAllListeners('request')
  // Next holds an upgrade that it has no use for open for ever. Without listeners it is a request like any other.
  if (process.env.NODE_ENV === 'production') server.removeAllListeners('upgrade')
  const answer: RequestListener = (request, response) => {
    request.socket.setTimeout(silentMs)
    if (hasBody(request)) boundPieces(request)
    beginInTurn(response, () => receive(request, response, door))
  }
  server.on('request', answer)
  // Node would refuse an `Expect` that it does not know, and take the body without a bound.
  server.on('checkExpectation', answer)
}

type Door = { enter: Enter; deadlineMs: number; handle: RequestListener }

function receive(request: IncomingMessage, response: ServerResponse, door: Door): void {
  if (request.socket.destroyed) return
  if (hasBody(request)) endLate(request, door.deadlineMs + graceMs)
  const begin = () => {
    if (!request.socket.destroyed) void pass(request, response, door).catch((error) => fail(response, error))
  }
  const known = knownCrowd(request)
  inRound(known ?? addressOf(request, addressForTurns) ?? '', begin, known !== null)
}

async function pass(request: IncomingMessage, response: ServerResponse, door: Door): Promise<void> {
  const { enter, handle } = door
  const refusal = boundHead(request)
  if (refusal) {
    request.resume()
    refuseRequest(response, refusal)
  } else if (!hasBody(request)) await enter(request, response, handle)
  else if (readsForItself.test(request.url ?? '') && request.method !== 'TRACE') handle(request, response)
  else await admit(request, response, door)
}

/** What is thrown and not caught would end the process. */
function fail(response: ServerResponse, error: unknown): void {
  if (!(error instanceof AppError)) log.error('request not handled', { error })
  if (response.headersSent) response.destroy()
  else refuseRequest(response, error instanceof AppError ? error : new AppError('internal', 'Something went wrong'))
}

async function admit(request: IncomingMessage, response: ServerResponse, door: Door): Promise<void> {
  const { enter, deadlineMs, handle } = door
  const maxBytes = /^\/(api|mcp|oauth)(\/|$)/.test(request.url ?? '') ? maxApiBytes : maxFormBytes
  const crowd = knownCrowd(request)
  const sender = crowd ?? addressOf(request, addressForTurns) ?? ''
  await holdingBytes({ pool: 'forms', maxBytes: maxHeldBytes, weights: { [sender]: 1 } }, async (hold) => {
    const outcome = await receiveBody(request, { maxBytes, deadlineMs, onArrival: beyondSmall(hold) })
    if (outcome instanceof AppError) refuseRequest(response, outcome)
    else if (outcome) {
      const begin = () => enter(complete(request, outcome), response, handle, outcome)
      const kind = crowd === null ? 'strangers' : 'known'
      await (outcome.length > smallBytes ? restingAfter(sender, kind, outcome.length, begin) : begin())
    }
  })
}

/** How many senders have a large form read, or rest after one: strangers, of whom one has many addresses, apart. */
const lanes = { known: 0, strangers: 0 }

/**
 * Runs `begin` when it is the turn of a sender's large form, and gives the turn on when others had nine tenths of the
 * time: as many times as long as there are such senders of its kind, so that all of them together leave others as much.
 */
function restingAfter(
  sender: string,
  kind: keyof typeof lanes,
  bytes: number,
  begin: () => Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    void inTurnOfLarge(sender, async () => {
      lanes[kind] += 1
      await begin().then(resolve, reject)
      await restAfterParsing((bytes / formBytesPerValue) * lanes[kind])
      lanes[kind] -= 1
    })
  })
}

/** Of what there are few, so that small forms find room whatever else arrives. */
function beyondSmall(hold: (bytes: number) => void): (bytes: number) => void {
  let length = 0
  return (bytes) => {
    const before = Math.max(length, smallBytes)
    length += bytes
    if (length > smallBytes) hold(length - before)
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Ends the connection of a request that is not complete by then, whatever has become of it. */
function endLate(request: IncomingMessage, afterMs: number): void {
  const timer = setTimeout(() => request.complete || request.socket.destroy(), afterMs)
  for (const event of ['end', 'close']) request.once(event, () => clearTimeout(timer))
}

/** Ends the connection of a request whose body comes byte by byte, whether it is read or thrown away. */
function boundPieces(request: IncomingMessage): void {
  let [pieces, bytes] = [0, 0]
  const push = request.push.bind(request)
  const announced = Number(request.headers['content-length'] ?? 0)
  request.push = (piece: Buffer | null, ...rest) => {
    pieces += 1
    bytes += piece?.length ?? 0
    expectBody(request.socket, piece === null ? 0 : announced - bytes)
    if (areTooSmall(pieces, bytes)) request.socket.destroy()
    return push(piece, ...rest)
  }
  // What Node throws away after an answer would come past the count.
  Object.assign(request, { _dump: () => request.resume() })
}

/** The same request with its body at hand: one that was read to its end says nothing more. */
function complete(request: IncomingMessage, body: Buffer): IncomingMessage {
  const { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders, socket } = request
  const whole = new IncomingMessage(socket)
  const parts = { method, url, httpVersion, httpVersionMajor, httpVersionMinor, headers, rawHeaders, complete: true }
  Object.assign(whole, parts)
  whole.push(body)
  whole.push(null)
  return whole
}
