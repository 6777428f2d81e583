import { expect, it } from 'vitest'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { useSettings } from '@/lib/testing/settings'
import { serveMetrics } from './serve-metrics'

it('probes are answered at the port of the metrics: alive without a database, ready with one', async () => {
  const port = await findFreePort()
  useSettings({ METRICS_PORT: String(port) })
  await serveMetrics()
  const statuses = () =>
    Promise.all(['healthz', 'readyz'].map(async (probe) => (await fetch(`http://127.0.0.1:${port}/${probe}`)).status))
  expect(await statuses()).toEqual([200, 200])
  const databaseUrl = env().DATABASE_URL ?? ''
  await db().close()
  setDatabaseUrl('postgresql://localhost:1/none')
  expect(await statuses()).toEqual([200, 503])
  await db().close()
  setDatabaseUrl(databaseUrl)
})
