import { randomUUID } from 'node:crypto'
import { fetch, type RequestInit, type Response as UndiciResponse } from 'undici'
import { measureJson } from '@/lib/core/count-json-values'
import { restAfterLarge, restAfterParsing } from '@/lib/http/rest-after-parsing'
import { configuredNetwork, maxAnswerBytes, maxHeaderBytes, type Network } from './network'
import { OutgoingError, type OutgoingFailure, outgoingErrorOf } from './outgoing-error'

export type OutgoingRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
}

/**
 * A call whose answer is there to its end, decompressed. Throws `OutgoingError`, or the reason of an aborted signal.
 */
export type OutgoingCall = (url: string | URL, request?: OutgoingRequest) => Promise<Response>

const defaultRedirects = 3

/** Of JSON, whose parsing holds up everything else. A page of fifty pull requests of GitHub has a fifth of it. */
const maxValues = 100_000

/** What an answer costs however short it is: a host may send pages without anything on them for ever. */
const valuesPerAnswer = 500

/**
 * Of a text that is unpacked, decoded and parsed, so many bytes cost as much as a value: what they do cost beyond what
 * honest answers have, and up to there less, so that these are read soon.
 */
const bytesPerValue = { usual: 200, large: 25 }
const largeBytes = 1024 * 1024

/** Of an answer that says no: only people and logs may read on, and libraries make one text of it. */
const maxErrorBytes = 64 * 1024

const noBodyStatuses = [204, 205, 304]

/**
 * The one way out: calls one origin, and no other by a link or a redirect. A socket connects only to addresses that
 * were judged as it connects; an answer ends within `timeoutMs`, redirects and all, and within `maxBytes`. After one of
 * many values or long headers the next call waits, also after one that is given up; after a large one, that of any
 * client with this owner. Proxies named by environment variables are not used.
 */
export function outgoingClient({
  origin,
  timeoutMs,
  maxBytes = maxAnswerBytes,
  maxRedirects = defaultRedirects,
  network = configuredNetwork(),
  rest = { current: Promise.resolve() },
  owner = randomUUID(),
}: {
  origin: string
  timeoutMs: number
  maxBytes?: number
  maxRedirects?: number
  network?: Network
  /** What the next call waits for; of this client unless it is shared. */
  rest?: { current: Promise<void> }
  /** Who is to blame for large answers: this client alone unless it is named. */
  owner?: string
}): OutgoingCall {
  const afterLarge = restAfterLarge(owner)
  const { host } = new URL(origin)
  // One text, so that it does not distinguish a closed port from a filtered one.
  const unreachable = `${host} cannot be reached, or did not answer within ${timeoutMs / 1000} seconds.`
  const follow = async (first: URL, init: RequestInit, cost: Cost): Promise<Response> => {
    let target = first
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const answer = await fetch(target, { ...init, redirect: 'manual', dispatcher: network.agent })
      cost.values += lengthOf(answer.headers)
      const location = redirectOf(answer)
      if (location === null) return toResponse(answer, await readBody(answer, host, maxBytes, cost))
      await answer.body?.cancel()
      target = within(origin, new URL(location, target))
    }
    throw failure('redirects', `${host} redirects more than ${maxRedirects} times.`)
  }
  return async (url, { signal, ...request } = {}) => {
    await Promise.all([rest.current, afterLarge.current])
    const target = within(origin, new URL(url))
    const timeout = AbortSignal.timeout(timeoutMs)
    const cost = { values: valuesPerAnswer, bytes: 0 }
    try {
      return await follow(target, { ...request, signal: AbortSignal.any(signal ? [timeout, signal] : [timeout]) }, cost)
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      if (timeout.aborted) throw failure('timeout', unreachable)
      throw toOutgoingError(error, host, unreachable)
    } finally {
      if (cost.bytes > largeBytes) afterLarge.add(cost.values)
      else rest.current = restAfterParsing(cost.values)
    }
  }
}

/** What an answer costs, in values of JSON, and how many bytes were read of it. */
type Cost = { values: number; bytes: number }

function within(origin: string, url: URL): URL {
  const { host } = new URL(origin)
  if (url.origin === new URL(origin).origin) return url
  throw failure(
    'origin',
    `${host} links or redirects to another address, which is not followed. Connect with the address it gives itself.`,
  )
}

function redirectOf({ status, headers }: UndiciResponse): string | null {
  return [301, 302, 307, 308].includes(status) ? headers.get('location') : null
}

/** About as many bytes, each of which costs no more than a value of JSON. */
function lengthOf(headers: UndiciResponse['headers']): number {
  return [...headers].reduce((length, [name, value]) => length + name.length + value.length, 0)
}

/** The answer as it was received, with the length of its body. */
function toResponse(answer: UndiciResponse, body: Uint8Array<ArrayBuffer>): Response {
  const { status, statusText } = answer
  const headers = new Headers([...answer.headers])
  headers.delete('content-encoding')
  headers.set('content-length', String(body.byteLength))
  return new Response(noBodyStatuses.includes(status) ? null : body, { status, statusText, headers })
}

/** Counts in `cost` what it has read, also where it throws. */
async function readBody(
  { body, status }: UndiciResponse,
  host: string,
  maxBytes: number,
  cost: Cost,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    cost.values += chunk.byteLength / (bytes > largeBytes ? bytesPerValue.large : bytesPerValue.usual)
    cost.bytes = bytes
    chunks.push(chunk)
    if (status >= 400 && bytes >= maxErrorBytes) break
    if (bytes > maxBytes) throw tooLong(host, maxBytes)
  }
  const read = Buffer.concat(chunks).subarray(0, status >= 400 ? maxErrorBytes : bytes)
  const { values } = measureJson(read)
  cost.values += values
  if (values > maxValues) throw failure('size', `${host} sent an answer of too many values. It is not read.`)
  return read
}

function toOutgoingError(error: unknown, host: string, unreachable: string): OutgoingError {
  const known = outgoingErrorOf(error)
  if (known) return known
  for (let inner = error; inner instanceof Error; inner = inner.cause) {
    const code = 'code' in inner ? String(inner.code) : null
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return tooLong(host, maxAnswerBytes)
    if (code === 'UND_ERR_HEADERS_OVERFLOW')
      return failure('size', `${host} sent headers of more than ${maxHeaderBytes / 1024} KiB. Its answer is not read.`)
    if (code !== null) return failure('network', unreachable, code)
  }
  return failure('network', unreachable)
}

function tooLong(host: string, maxBytes: number): OutgoingError {
  return failure('size', `${host} sent an answer of more than ${inUnits(maxBytes)}. It is not read.`)
}

function inUnits(bytes: number): string {
  return bytes < 1024 * 1024 ? `${bytes / 1024} KiB` : `${bytes / 1024 / 1024} MiB`
}

function failure(reason: OutgoingFailure, message: string, code: string | null = null): OutgoingError {
  return new OutgoingError(reason, message, code)
}
