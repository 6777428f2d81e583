import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { Registry } from 'prom-client'
import { env } from '@/lib/core/env'
import { log } from '@/lib/core/log'
import { checkReady } from '@/lib/db/check-ready'
import { createMetrics } from '@/lib/monitoring/metrics'
import { leaveUnguarded } from '@/lib/web/front-door'
import { version } from '@/package.json'

/** Prometheus, and a person who looks. */
const maxConnections = 20

/**
 * Serves `/metrics` for Prometheus, and `/healthz` and `/readyz` for probes that no crowd of strangers keeps waiting,
 * at an address of its own, by default to this machine alone; nothing while `METRICS_PORT` is unset. To be called once
 * in a process, and does not keep it alive.
 */
export async function serveMetrics(): Promise<void> {
  const { METRICS_HOST, METRICS_PORT } = env()
  if (METRICS_PORT === undefined) return
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    request.resume()
    const [path] = (request.url ?? '').split('?')
    if (path !== '/metrics' && path !== '/healthz' && path !== '/readyz')
      return answer(response, 404, 'Metrics are at /metrics.\n')
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'Use GET.\n')
    if (path === '/healthz') return answer(response, 200, 'ok\n')
    if (path === '/readyz')
      return void checkReady().then(
        () => answer(response, 200, 'ok\n'),
        () => answer(response, 503, 'Not ready: the log says why.\n'),
      )
    void write().then(
      (text) => answer(response, 200, text, registry.contentType),
      (error) => {
        log.error('metrics not written', { error })
        answer(response, 500, 'The log says why.\n')
      },
    )
  })
  server.maxConnections = maxConnections
  leaveUnguarded(server)
  const registry = createMetrics()
  const write = shareWriting(registry)
  server.on('error', (error) => log.error('metrics are not served', { error }))
  server.unref()
  server.listen(METRICS_PORT, METRICS_HOST)
  await once(server, 'listening').catch(() => undefined)
}

/** One text for all who ask at once. */
function shareWriting(registry: Registry): () => Promise<string> {
  let underWay: Promise<string> | undefined
  return () => {
    underWay ??= registry.metrics().finally(() => {
      underWay = undefined
    })
    return underWay
  }
}

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Leadline-Version': version,
  })
  response.end(text)
}
