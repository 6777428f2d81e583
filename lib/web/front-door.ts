import { subscribe } from 'node:diagnostics_channel'
import { IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { authCookieName } from '@/lib/accounts/auth/cookie-names'
import { unsealSession } from '@/lib/accounts/auth/unseal-session'
import { AppError, statusOf } from '@/lib/core/errors'
import { holdingBytes } from '@/lib/core/hold-bytes'
import { log } from '@/lib/core/log'
import { areTooSmall } from '@/lib/http/collect-bytes'
import { hostOf } from '@/lib/http/own-origin'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'
import { bodyDeadlineMs } from '@/lib/http/read-body'
import { hasActionBegun } from '@/lib/http/request-context'
import { boundHead, maxHeaderFields } from '@/lib/web/bound-head'
import { feedParsersInPieces } from '@/lib/web/feed-parser'
import { beginInTurn, countUnanswered } from '@/lib/web/one-at-a-time'
import { createPagePlaces, pagesOfPeople, pagesOfStrangers } from '@/lib/web/page-places'
import { isReadableForm } from '@/lib/web/readable-form'
import { receiveBody } from '@/lib/web/receive-body'
import { isForFile, isForPage, isPageForm, refusePageRequest } from '@/lib/web/refuse-page-request'

/** The keep-alive time that is announced to browsers and proxies. */
const keepAliveMs = 5_000

/** How long nothing may pass on a connection, such as one of an answer that is never read. */
const maxSilentMs = 120_000

/** What the largest form holds, the one that tries a payload, with room for how browsers write forms. */
const maxFormBytes = 512 * 1024

/** Most forms, what signs in, and what is sent to addresses that take no body. */
const smallBytes = 64 * 1024

/** What all larger forms may hold at once while they arrive, and wait for a place. */
const maxHeldBytes = 32 * 1024 * 1024

/** Routes that decide by the headers whether they read a body, and do it in pieces with a limit of their own. */
const readsForItself = /^\/api\/webhooks\/(deployments|github|gitlab)\/?(\?|$)/

const inStrangersPlace = createPagePlaces(pagesOfStrangers)
const inPersonsPlace = createPagePlaces(pagesOfPeople)

/** After what a route answers itself when a body is late, before its connection ends. */
const graceMs = 2_000

/**
 * Stands before the servers of this process, from the first request on: Next takes bodies of pages, actions and unknown
 * addresses whole and waits minutes for them. Here they are complete, and small, or they are refused with 413, 408 or 503.
 * What is refused and goes on arriving is thrown away until the deadline, and then the connection ends. What Next would
 * answer with 500 for the fault of its sender is refused here as well, and pages of strangers are made a few at a time.
 */
export function guardBodies(deadlineMs = bodyDeadlineMs, silentMs = maxSilentMs): void {
  feedParsersInPieces()
  const guarded = new WeakSet<Server>()
  subscribe('http.server.request.start', (message) => {
    const { server, socket, response } = message as { server: Server; socket: Socket; response: ServerResponse }
    if (!guarded.has(server)) guard(server, deadlineMs, silentMs)
    guarded.add(server)
    countUnanswered(socket, response)
  })
}

/** The event of this very request has yet to be sent to the listeners. */
function guard(server: Server, deadlineMs: number, silentMs: number): void {
  server.keepAliveTimeout = keepAliveMs
  // Those of a head that is not complete are held as well, for each connection.
  server.maxHeadersCount = maxHeaderFields
  const listeners = server.listeners('request') as RequestListener[]
  const handle: RequestListener = (request, response) => {
    for (const listener of listeners) listener.call(server, request, response)
  }
  server.removeAllListeners('request')
  // Next holds an upgrade that it has no use for open for ever. Without listeners it is a request like any other.
  if (process.env.NODE_ENV === 'production') server.removeAllListeners('upgrade')
  server.on('request', (request, response) => {
    request.socket.setTimeout(silentMs)
    if (hasBody(request)) boundPieces(request)
    beginInTurn(response, () => receive(request, response, deadlineMs, handle))
  })
}

function receive(
  request: IncomingMessage,
  response: ServerResponse,
  deadlineMs: number,
  handle: RequestListener,
): void {
  // A rejection that is not handled would end the process.
  const fail = (error: unknown) => {
    if (!(error instanceof AppError)) log.error('request not handled', { error })
    if (response.headersSent) response.destroy()
    else refuse(response, error instanceof AppError ? error : new AppError('internal', 'Something went wrong'))
  }
  if (request.socket.destroyed) return
  if (hasBody(request)) endLate(request, deadlineMs + graceMs)
  const refusal = boundHead(request)
  if (refusal) {
    request.resume()
    refuse(response, refusal)
  } else if (!hasBody(request)) void enter(request, response, handle).catch(fail)
  else if (readsForItself.test(request.url ?? '') && request.method !== 'TRACE') handle(request, response)
  else void admit(request, response, deadlineMs, handle).catch(fail)
}

/** Hands a request on that is complete, unless it is one that Next would trip over. */
async function enter(
  request: IncomingMessage,
  response: ServerResponse,
  handle: RequestListener,
  body?: Buffer,
): Promise<void> {
  const refusal = refusePageRequest(request)
  if (refusal) return refuse(response, refusal)
  // With these Next answers 500 in place of 412 and 416. A file may be sent whole.
  if (isForFile(request)) for (const name of ['range', 'if-match', 'if-unmodified-since']) delete request.headers[name]
  const handOn = () => handle(body ? complete(request, body) : request, response)
  if (!isForPage(request)) return handOn()
  await inPagePlace(request, response, async () => {
    if (isPageForm(request)) {
      if (!(await isReadableForm(request.headers, body ?? Buffer.alloc(0))))
        return refuse(response, new AppError('invalid', 'The form is incomplete'))
      // The origin was compared with the public address; Next would compare it with what a proxy says or leaves out.
      request.headers['x-forwarded-host'] = hostOf(request.headers.origin) ?? undefined
      blameForm(response)
    }
    handOn()
  })
}

/** A session may have ended, but a cookie that we sealed was given to someone with an account. */
async function inPagePlace(
  request: IncomingMessage,
  response: ServerResponse,
  handle: () => Promise<void>,
): Promise<void> {
  const start = `${authCookieName('session-token')}=`
  const cookies = (request.headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  const sealed = cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
  const session = await unsealSession(sealed)
  await (session ? inPersonsPlace(response, session, handle) : inStrangersPlace(response, addressOfTurn(), handle))
}

/** Next answers a form that it cannot decode with 500. No action has begun then, and none of ours ends with an error. */
function blameForm(response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (status: number, ...rest: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...rest: unknown[]) =>
    writeHead(status === 500 && !hasActionBegun(response) ? 400 : status, ...rest)
}

async function admit(
  request: IncomingMessage,
  response: ServerResponse,
  deadlineMs: number,
  handle: RequestListener,
): Promise<void> {
  const maxBytes = /^\/(api|mcp|oauth)(\/|$)/.test(request.url ?? '') ? smallBytes : maxFormBytes
  const address = request.socket.remoteAddress ?? ''
  await holdingBytes({ pool: 'forms', maxBytes: maxHeldBytes, weights: { [address]: 1 } }, async (hold) => {
    const outcome = await receiveBody(request, { maxBytes, deadlineMs, onArrival: beyondSmall(hold) })
    if (outcome instanceof AppError) refuse(response, outcome)
    else if (outcome) await enter(request, response, handle, outcome)
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
  request.push = (piece: Buffer | null, ...rest) => {
    pieces += 1
    bytes += piece?.length ?? 0
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

function refuse(response: ServerResponse, { code, message, headers }: AppError): void {
  response.writeHead(statusOf[code], {
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
    ...(code === 'timed_out' && { Connection: 'close' }),
  })
  response.end(JSON.stringify({ error: message }))
}
