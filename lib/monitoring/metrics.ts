import { tracingChannel } from 'node:diagnostics_channel'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { env } from '@/lib/core/env'
import { outages } from '@/lib/core/outage-log'
import { db } from '@/lib/db/db'
import { observeAnswers } from '@/lib/monitoring/answers'
import { type Backlog, createBacklog } from '@/lib/monitoring/backlog'
import { classOfRoute } from '@/lib/monitoring/route-class'
import { version } from '@/package.json'

/** From a point query to the longest that a report may take. */
const requestSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const linkingSeconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120]

/**
 * What Prometheus reads of this process, from now on. All labels are from short lists of our own; no name or id of an
 * organization is among them.
 */
export function createMetrics(): Registry {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const build = new Gauge({
    name: 'leadline_build_info',
    help: 'The version that runs, as a label; always 1.',
    labelNames: ['version'],
    registers: [registry],
  })
  build.set({ version }, 1)
  measureRequests(registry)
  measureLinking(registry)
  showOutages(registry)
  showPools(registry)
  if (env().DATABASE_REPLICA_URL !== undefined) showReplica(registry)
  showBacklog(registry)
  return registry
}

function measureRequests(registry: Registry): void {
  const count = new Counter({
    name: 'leadline_http_requests_total',
    help: 'Requests by kind of address and status of the answer; `aborted` where the client did not wait for its end.',
    labelNames: ['route', 'status'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'leadline_http_request_duration_seconds',
    help: 'From the head of a request to the end of its answer.',
    labelNames: ['route'],
    buckets: requestSeconds,
    registers: [registry],
  })
  observeAnswers(({ request, status, seconds }) => {
    const route = classOfRoute(request.url ?? '')
    count.inc({ route, status: status ?? 'aborted' })
    duration.observe({ route }, seconds)
  })
}

function measureLinking(registry: Registry): void {
  const duration = new Histogram({
    name: 'leadline_linking_duration_seconds',
    help: 'How long it takes to link a deployment once it is its turn, by outcome.',
    labelNames: ['outcome'],
    buckets: linkingSeconds,
    registers: [registry],
  })
  const begun = new WeakMap<object, number>()
  tracingChannel('leadline:link').subscribe({
    start: (run) => void begun.set(run as object, performance.now()),
    asyncEnd: (run) => {
      const began = begun.get(run as object)
      if (began === undefined) return
      const outcome = 'error' in (run as object) ? 'failed' : 'linked'
      duration.observe({ outcome }, (performance.now() - began) / 1000)
    },
    end: () => undefined,
    asyncStart: () => undefined,
    error: () => undefined,
  })
}

function showOutages(registry: Registry): void {
  new Gauge({
    name: 'leadline_degraded',
    help: '1 while something fails that is retried automatically, 0 when it works, by the event in the log.',
    labelNames: ['event'],
    registers: [registry],
    collect() {
      for (const [event, places] of outages()) this.set({ event }, places > 0 ? 1 : 0)
    },
  })
}

function showPools(registry: Registry): void {
  new Gauge({
    name: 'leadline_database_connections',
    help: 'Connections to Postgres of this process, by pool, and by whether they are in use.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, { totalCount, idleCount }] of pools()) {
        this.set({ pool, state: 'idle' }, idleCount)
        this.set({ pool, state: 'busy' }, totalCount - idleCount)
      }
    },
  })
  new Gauge({
    name: 'leadline_database_connections_max',
    help: 'Connections to Postgres that a pool of this process opens at most.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { options }] of pools()) this.set({ pool }, options.max)
    },
  })
  new Gauge({
    name: 'leadline_database_waiting',
    help: 'What waits for a connection to Postgres in this process, by pool.',
    labelNames: ['pool'],
    registers: [registry],
    collect() {
      for (const [pool, { waitingCount }] of pools()) this.set({ pool }, waitingCount)
    },
  })
}

function pools(): [name: string, pool: pg.Pool][] {
  const { ingest, linking, people, replica } = db()
  const pools = Object.entries({ ingest, linking, people })
  return replica ? [...pools, ['replica', replica.pool]] : pools
}

function showReplica(registry: Registry): void {
  new Gauge({
    name: 'leadline_replica_lag_seconds',
    help: 'How far the replica is behind at most, as it was last looked at; NaN before its first answer.',
    registers: [registry],
    collect() {
      this.set(db().replica?.lagSeconds() ?? Number.NaN)
    },
  })
}

const backlogGauges: [name: string, help: string, valueOf: (backlog: Backlog) => number][] = [
  ['leadline_pending_links', 'Deployments that are still to be linked, at most 10,000.', (of) => of.pendingLinks],
  [
    'leadline_pending_link_age_seconds',
    'How long the one that is due the longest has been due to be linked.',
    (of) => of.pendingLinkSeconds,
  ],
  ['leadline_notifications_due', 'Notifications that could be sent by now, at most 10,000.', (of) => of.notifications],
  [
    'leadline_notification_age_seconds',
    'How long the one that is due the longest has been due to be sent.',
    (of) => of.notificationSeconds,
  ],
  ['leadline_syncs_due', 'Repositories that wait for a sync that is due, at most 10,000.', (of) => of.syncs],
  ['leadline_sync_wait_seconds', 'How long the one that waits the longest has been waiting.', (of) => of.syncSeconds],
  [
    'leadline_sync_age_seconds',
    'How long ago the connected repository ended its sync that did so first; failed syncs do not count.',
    (of) => of.syncedSeconds,
  ],
]

/** Of the whole installation, and the same from each of its processes. Unknown (NaN) while the database does not say. */
function showBacklog(registry: Registry): void {
  const read = createBacklog()
  new Gauge({
    name: 'leadline_database_up',
    help: 'Whether the database answered when it was last asked for what is due, 15 seconds ago at most.',
    registers: [registry],
    async collect() {
      this.set((await read()) === null ? 0 : 1)
    },
  })
  for (const [name, help, of] of backlogGauges) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await read()
        this.set(backlog === null ? Number.NaN : of(backlog))
      },
    })
  }
}
