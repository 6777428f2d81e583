import { logConsole } from '@/lib/core/log'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { endConnections, watchConnections } from '@/lib/http/end-connections'
import { watchRequests } from '@/lib/http/request-context'
import { logAccess } from '@/lib/monitoring/log-access'
import { serveMetrics } from '@/lib/monitoring/serve-metrics'
import { startTracing, stopTracing } from '@/lib/monitoring/tracing'
import { startNotificationWorker, stopNotificationWorker } from '@/lib/notifications/worker'
import { startSignalWorker, stopSignalWorker } from '@/lib/risk/worker'
import { startSyncWorker, stopSyncWorker } from '@/lib/sources/hosts/sync/worker'
import { startSummaryWorker, stopSummaryWorker } from '@/lib/summaries/worker'
import { boundConnections } from '@/lib/web/bound-connections'
import { endSlowAnswers } from '@/lib/web/end-slow-answers'
import { enterNext } from '@/lib/web/enter-next'
import { guardBodies } from '@/lib/web/front-door'

/** How long a server that was told to stop goes on with the answers that it has begun. */
const answerGraceMs = 10_000

if (process.env.NODE_ENV === 'production') {
  // In development it is read by people, who want the lines of an error.
  logConsole()
  // In development browsers hold a connection that is upgraded.
  boundConnections()
}
startSyncWorker()
startLinkWorker()
startSignalWorker()
startSummaryWorker()
startNotificationWorker()
watchConnections()
watchRequests()
endSlowAnswers()
guardBodies({ enter: enterNext })
await startTracing()
logAccess()
await serveMetrics()

// Next listens by now, so the port is ours: what starts the server waits for this.
process.send?.('listening')

// The server ends as its parent process wants, after what it still keeps in memory is written.
for (const signal of ['SIGTERM', 'SIGINT'] as const) finishBefore(signal)

// A terminal that closes.
process.once('SIGHUP', () => process.kill(process.pid, 'SIGTERM'))

// What reads its log may go, and it serves on.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

// The parent process, which holds the database for it, is gone.
process.once('disconnect', () => void finish().finally(() => process.exit(0)))

/**
 * Next stops accepting at once on these signals and ends after its last connection. It gets them here, when there is
 * nothing left to write.
 */
function finishBefore(signal: 'SIGTERM' | 'SIGINT'): void {
  const listeners = process.listeners(signal)
  for (const listener of listeners) process.off(signal, listener)
  process.once(signal, async () => {
    await finish()
    for (const listener of listeners) listener(signal)
    endConnections(answerGraceMs)
  })
}

async function finish(): Promise<void> {
  await Promise.all([
    finishRequestLog(),
    stopSyncWorker(),
    stopLinkWorker(),
    stopSignalWorker(),
    stopNotificationWorker(),
    stopSummaryWorker(),
  ])
  await stopTracing()
}
