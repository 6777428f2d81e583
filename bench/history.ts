import { randomUUID } from 'node:crypto'
import type { Sender } from '@/lib/accounts/sender'
import { setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { withDatabase } from '@/lib/db/embedded-postgres/open-database'
import { applyMigrations } from '@/lib/db/migrations/apply'
import { withThrowAwayDatabase } from '@/lib/db/migrations/throw-away-database'
import { listActivity } from '@/lib/deployments/activity'
import { countDeployments } from '@/lib/deployments/count'
import { listFilterValues } from '@/lib/deployments/filter-values'
import { listDeployments } from '@/lib/deployments/list'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeInOrder } from '@/lib/deployments/store-in-order'
import { deploymentBody } from '@/lib/testing/factories'
import { npmCommand } from '@/scripts/support/npm-command'
import { step } from '@/scripts/support/steps'
import { historyCases } from './history-cases'
import { fillHistory, organizationId } from './history-data'
import { spreadOf } from './statistics'

const sizes = [10_000, 1_000_000]
const rounds = 5
const eventsInRound = 4_000
const latest = new Date('2026-11-19T12:00:00Z')

npmCommand('bench:history')
  .description('Measures the pages of the deployment history, and what their indexes cost the webhook.')
  .parse()

await withDatabase(async (serverUrl) => {
  for (const size of sizes) await withThrowAwayDatabase(serverUrl, (url) => measure(url, size))
})

async function measure(url: string, size: number): Promise<void> {
  setDatabaseUrl(url)
  const title = `${size.toLocaleString('en')} deployments`
  await step(title, async () => {
    await applyMigrations(url)
    await fillHistory(size)
  })
  try {
    for (const { title: name, filters, page = null } of historyCases) {
      const pageMs = await time(() => listDeployments(organizationId, filters, page, 50))
      const countMs = await time(() => countDeployments(organizationId, filters))
      print(`${name.padEnd(40)} page ${pageMs}   count ${countMs}`)
    }
    print(`${'values to filter by'.padEnd(40)} ${await time(() => listFilterValues(organizationId))}`)
    print(`${'activity of twelve weeks'.padEnd(40)} ${await time(() => listActivity(organizationId, {}, latest))}`)
    if (size === sizes.at(-1)) await step('Cost of the indexes', measureCost, (text) => text)
  } finally {
    await db().close()
  }
}

/** Median and maximum of some rounds, the first one not counted. */
async function time(work: () => Promise<unknown>): Promise<string> {
  const tookMs: number[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const began = performance.now()
    await work()
    if (round > 0) tookMs.push(performance.now() - began)
  }
  const { median, max } = spreadOf(tookMs)
  return `${median.toFixed(1).padStart(6)} ms (≤ ${max.toFixed(1)})`
}

/** Events a second that the statement of the webhook stores, with the indexes of the history and without. */
async function measureCost(): Promise<string> {
  const { rows } = await db().people.query<{ name: string; sql: string }>(`
    SELECT indexname AS name, indexdef AS sql FROM pg_indexes
    WHERE tablename = 'deployments' AND indexname ~ '(environment|service|branch|triggered_by|prefix|values|text)_'`)
  const ratios: number[] = []
  const texts: string[] = []
  for (let round = 0; round < 3; round += 1) {
    const having = await storeEvents()
    for (const { name } of rows) await db().people.query(`DROP INDEX "${name}"`)
    const lacking = await storeEvents()
    for (const { sql } of rows) await db().people.query(sql)
    ratios.push(having / lacking)
    texts.push(`${Math.round(having)} of ${Math.round(lacking)}/s`)
  }
  return `${spreadOf(ratios).median.toFixed(2)} of the events a second (${texts.join(', ')})`
}

async function storeEvents(): Promise<number> {
  const sender: Sender = {
    organizationId,
    apiKeyId: 1,
    slug: 'org-1',
    plan: 'business',
    trialStarted: true,
    hasRepositories: true,
    productionNames: ['production'],
  }
  const bodies = Array.from({ length: eventsInRound }, (_, n) =>
    deploymentBody({ deploymentId: randomUUID(), service: `svc-${n % 60}`, branch: n % 3 ? 'main' : `feature/${n}` }),
  )
  const events = bodies.flatMap((body) =>
    (['in_progress', 'success'] as const).map((status) => parseDeploymentEvent({ ...body, status }, latest)),
  )
  await db().people.query('CHECKPOINT')
  const began = performance.now()
  const store = async (lane: number) => {
    const client = await db().ingest.connect()
    for (let index = lane; index < events.length; index += 4) {
      const event = events[index]
      if (event) await storeInOrder(client, sender, event)
    }
    client.release()
  }
  await Promise.all([0, 1, 2, 3].map(store))
  return events.length / ((performance.now() - began) / 1000)
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
