import { randomUUID } from 'node:crypto'
import { isDatabaseUnavailable } from '@/lib/database-errors'
import { AppError, statusOf } from '@/lib/errors'
import { log } from '@/lib/log'

type Handler = (request: Request) => Promise<Response> | Response

/** Turns what a handler throws into the answer it stands for and puts a request id on every answer. */
export function route(handler: Handler): (request: Request) => Promise<Response> {
  return async (request) => {
    const requestId = randomUUID()
    const response = await answer(handler, request, requestId)
    response.headers.set('X-Request-Id', requestId)
    response.headers.set('Cache-Control', 'no-store')
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
    return await handler(request)
  } catch (error) {
    if (error instanceof AppError) return failure(error)
    if (isDatabaseUnavailable(error)) {
      log.error('database unavailable', { requestId, ...databaseReason(error) })
      return failure(new AppError('unavailable', 'Temporarily unavailable, retry', { 'Retry-After': '2' }))
    }
    log.error('request failed', { requestId, method: request.method, error })
    return failure(new AppError('internal', 'Internal error'))
  }
}

/** In few words: an outage fails every request, and the stack is the same each time. */
function databaseReason(error: unknown): { reason: string; code: unknown } {
  const reason = error instanceof Error ? error.message : String(error)
  return { reason, code: error instanceof Error && 'code' in error ? error.code : undefined }
}

function failure(error: AppError): Response {
  return Response.json({ error: error.message }, { status: statusOf[error.code], headers: error.headers })
}
