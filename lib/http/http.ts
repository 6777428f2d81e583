import { randomUUID } from 'node:crypto'
import { AppError, statusOf } from '@/lib/core/errors'
import { createLineLimit } from '@/lib/core/limit-lines'
import { kindOf, log } from '@/lib/core/log'
import { isDatabaseUnavailable } from '@/lib/db/database-errors'
import { setStrictTransport } from '@/lib/http/strict-transport'

type Handler = (request: Request, requestId: string) => Promise<Response> | Response

/**
 * Turns what a handler throws into the answer it stands for and puts a request id on every answer. None is stored unless
 * it says so itself.
 */
export function route(handler: Handler): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = randomUUID()
    const response = await answer(handler, request, requestId)
    if (!response.ok) void discardBody(request)
    response.headers.set('X-Request-Id', requestId)
    if (!response.headers.has('Cache-Control')) response.headers.set('Cache-Control', 'no-store')
    setStrictTransport(response.headers)
    return response
  }
}

/** Answers 405 and names the methods that do exist. */
export function methodNotAllowed(...allowed: string[]): (request: Request) => Promise<Response> {
  return route(() => {
    throw new AppError('method_not_allowed', `Use ${allowed.join(' or ')}`, { Allow: allowed.join(', ') })
  })
}

async function answer(handler: Handler, request: Request, requestId: string): Promise<Response> {
  try {
    return await handler(request, requestId)
  } catch (error) {
    const failure = refusalOf(error, { requestId, method: request.method })
    return Response.json({ error: failure.message }, { status: statusOf[failure.code], headers: failure.headers })
  }
}

/** What a caller learns of an error of any kind; the log gets what is behind it. */
export function refusalOf(error: unknown, request: { requestId: string; method: string }): AppError {
  const failure = publicError(error)
  const { requestId } = request
  if (failure.code === 'internal') logFailure('request failed', error, { ...request, error })
  else if (failure !== error) logFailure('database unavailable', error, { requestId, ...databaseReason(error) })
  return failure
}

/** Each request of a stranger can make one of these, and an outage makes one of each request. */
const linesOf = createLineLimit()

/** Logs what failed inside, a bounded number of lines of each kind. */
export function logFailure(event: string, error: unknown, fields: Record<string, unknown>): void {
  const leftOut = linesOf(`${event} ${kindOf([error])}`)
  if (leftOut !== null) log.error(event, { ...fields, ...(leftOut > 0 && { leftOut }) })
}

/** What a caller learns of an error of any kind. */
export function publicError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (!isDatabaseUnavailable(error)) return new AppError('internal', 'Internal error')
  return new AppError('unavailable', 'Temporarily unavailable, retry', { 'Retry-After': '2' })
}

/** In few words: the stack is the same each time. */
function databaseReason(error: unknown): { reason: string; code: unknown } {
  const reason = error instanceof Error ? error.message : String(error)
  return { reason, code: error instanceof Error && 'code' in error ? error.code : undefined }
}

/** More than this of an unwanted body is not waited for: its connection ends. */
const maxUnwantedBytes = 64 * 1024 * 1024

/**
 * Reads what is left of a body that was given up half-way and forgets it: before its end, the connection is good for no
 * other request. One whose reading never began is drained by Node itself. Never throws.
 */
export async function discardBody(request: Request): Promise<void> {
  if (!request.bodyUsed) return
  const { body } = request
  if (!body || body.locked) return
  const reader = body.getReader()
  let left = maxUnwantedBytes
  try {
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      left -= chunk.value.byteLength
      if (left < 0) return await reader.cancel()
    }
  } catch {
    // The client has gone.
  }
}
