import { DiagLogLevel, diag } from '@opentelemetry/api'
import type { SpanProcessor } from '@opentelemetry/sdk-trace-node'
import { env } from '@/lib/core/env'
import { createLineLimit } from '@/lib/core/limit-lines'
import { log } from '@/lib/core/log'
import { settledWithin } from '@/lib/core/settled-within'
import { pathOf } from '@/lib/monitoring/answers'
import { traceStatements } from '@/lib/monitoring/trace-statements'
import { version } from '@/package.json'

const stopTimeoutMs = 3_000

const holder = globalThis as { leadlineTracing?: { shutdown: () => Promise<void> } }

/**
 * Sends traces of this process to the collector that the standard variables of OpenTelemetry name, with the sampler and
 * the batches that they name; nothing without an endpoint. The packages are loaded only then.
 */
export async function startTracing(): Promise<void> {
  const settings = env()
  if (!settings.OTEL_EXPORTER_OTLP_ENDPOINT && !settings.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) return
  if (settings.OTEL_SDK_DISABLED || holder.leadlineTracing) return
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node')
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto')
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } = await import(
    '@opentelemetry/resources'
  )
  logDiagnostics()
  const own = resourceFromAttributes({ 'service.name': 'leadline', 'service.version': version })
  const configured = detectResources({ detectors: [envDetector] })
  const provider = new NodeTracerProvider({
    resource: defaultResource().merge(own).merge(configured),
    spanProcessors: [withoutSecrets(new BatchSpanProcessor(new OTLPTraceExporter()))],
  })
  provider.register()
  traceStatements()
  holder.leadlineTracing = provider
}

/** Sends what is still to be sent, for three seconds at most. */
export async function stopTracing(): Promise<void> {
  const provider = holder.leadlineTracing
  if (provider) await settledWithin(provider.shutdown(), stopTimeoutMs)
}

/** A collector that is away fails every few seconds. */
function logDiagnostics(): void {
  const limit = createLineLimit()
  const ignore = () => undefined
  const say = (message: string, ...rest: unknown[]) => {
    const leftOut = limit('traces')
    if (leftOut !== null) log.warn('traces not sent', { message, rest, ...(leftOut > 0 && { leftOut }) })
  }
  diag.setLogger({ error: say, warn: say, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.WARN)
}

/** Next writes addresses into its spans with what follows their path. */
function withoutSecrets(next: SpanProcessor): SpanProcessor {
  return {
    onStart: (span, context) => next.onStart(span, context),
    onEnd: (span) => {
      for (const name of ['http.target', 'http.url', 'url.full', 'url.query']) {
        const value = span.attributes[name]
        if (typeof value === 'string') span.attributes[name] = pathOf(value)
      }
      next.onEnd(span)
    },
    forceFlush: () => next.forceFlush(),
    shutdown: () => next.shutdown(),
  }
}
