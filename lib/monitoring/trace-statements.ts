import { AsyncResource } from 'node:async_hooks'
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import pg from 'pg'

const maxTextLength = 2_000

type Query = (...args: unknown[]) => unknown

/**
 * Makes a span of each statement that is sent to Postgres in the course of a span: its text, with `$1` where its
 * parameters stand, and never these. To be called once in a process.
 */
export function traceStatements(): void {
  const pool = pg.Pool.prototype as unknown as { connect: Query }
  const connect = pool.connect
  // Else what follows a wait for a connection would belong to the request that gave it back.
  pool.connect = function (this: unknown, callback?: unknown) {
    return connect.call(this, typeof callback === 'function' ? AsyncResource.bind(callback as Query) : callback)
  }
  const client = pg.Client.prototype as unknown as { query: Query }
  const query = client.query
  client.query = function (this: unknown, ...args: unknown[]) {
    if (!trace.getActiveSpan()?.isRecording()) return query.apply(this, args)
    const span = startSpan(args[0])
    const last = args.at(-1)
    if (typeof last === 'function') {
      const callback = AsyncResource.bind(last as Query)
      args[args.length - 1] = (error: unknown, ...rest: unknown[]) => {
        end(span, error)
        callback(error, ...rest)
      }
      return query.apply(this, args)
    }
    const result = query.apply(this, args)
    if (result instanceof Promise) {
      result.then(
        () => end(span),
        (error) => end(span, error),
      )
    } else end(span)
    return result
  }
}

function startSpan(statement: unknown): Span {
  const { text = '', name } = typeof statement === 'string' ? { text: statement } : (statement as pg.QueryConfig)
  const [operation = 'statement'] = text.trim().split(/\s/, 1)
  return trace.getTracer('leadline').startSpan(name ?? operation, {
    kind: SpanKind.CLIENT,
    attributes: { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, maxTextLength) },
  })
}

/** What Postgres says of an error may quote what was stored, so its code alone is kept. */
function end(span: Span, error?: unknown): void {
  if (error instanceof Error) {
    span.setStatus({ code: SpanStatusCode.ERROR })
    if ('code' in error) span.setAttribute('db.response.status_code', String(error.code))
  }
  span.end()
}
