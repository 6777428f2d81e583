import { type Attributes, SpanStatusCode, trace } from '@opentelemetry/api'

/** Runs work as a span of the current trace; costs next to nothing while there are no traces. */
export function traced<T>(name: string, work: () => Promise<T>, attributes?: Attributes): Promise<T> {
  return trace.getTracer('leadline').startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined })
      throw error
    } finally {
      span.end()
    }
  })
}
