import type { ServerResponse } from 'node:http'
import { type AppError, statusOf } from '@/lib/core/errors'

/** Of every answer that is no page: it is data, and nothing to run or to frame. */
export const dataHeaders = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
}

/** Answers a request before anything else has seen it. */
export function refuseRequest(response: ServerResponse, { code, message, headers }: AppError): void {
  response.writeHead(statusOf[code], {
    'Cache-Control': 'no-store',
    'Content-Type': 'application/json',
    ...dataHeaders,
    ...headers,
    ...(code === 'timed_out' && { Connection: 'close' }),
  })
  response.end(JSON.stringify({ error: message }))
}
