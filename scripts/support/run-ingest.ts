import { once } from 'node:events'
import { env } from '@/lib/core/env'
import { logConsole } from '@/lib/core/log'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { logAccess } from '@/lib/monitoring/log-access'
import { serveMetrics } from '@/lib/monitoring/serve-metrics'
import { startTracing, stopTracing } from '@/lib/monitoring/tracing'
import { listenForEvents } from './listen-for-events'
import { logFailures } from './log-failures'
import { runUntilStopped } from './run-until-stopped'
import { step } from './steps'

/**
 * Serves the webhook until told to stop. What was stored and not linked in time is linked here as well, so that nothing
 * else has to run; all other workers belong to `npm start`. Ends the process as `runUntilStopped` does.
 */
export async function runIngest(): Promise<void> {
  Object.assign(process.env, { NODE_ENV: 'production' })
  logConsole()
  logFailures()
  await runUntilStopped({
    serve: async (_, stop) => {
      await startTracing()
      logAccess()
      const { close } = await step(
        'Server',
        () => listenForEvents({ host: env().HOST, port: env().PORT }),
        ({ url }) => url,
      )
      startLinkWorker()
      await serveMetrics()
      process.send?.('listening')
      if (!stop.aborted) await once(stop, 'abort')
      await close()
      await Promise.all([finishRequestLog(), stopLinkWorker()])
      await stopTracing()
      return 0
    },
  })
}
