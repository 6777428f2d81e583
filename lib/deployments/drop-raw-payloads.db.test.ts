import { expect, it, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { useSettings } from '@/lib/testing/settings'
import { dropRawPayloads } from './drop-raw-payloads'

const rawPayload = { run: 'x'.repeat(100) }

async function query<Row extends Record<string, unknown>>(sql: string, values: unknown[]): Promise<Row[]> {
  return (await db().people.query<Row>(sql, values)).rows
}

/** How many events, and whether the deployment, still have theirs. */
async function payloadsOf(id: number) {
  const [counts] = await query<{ events: number; deployment: boolean }>(
    `SELECT count(e.raw_payload)::int AS events, bool_or(d.raw_payload IS NOT NULL) AS deployment
     FROM deployments d JOIN deployment_events e ON e.deployment_id = d.id WHERE d.id = $1`,
    [id],
  )
  return counts
}

async function deployment(tenant: Parameters<typeof deploy>[0], ageDays: number, fields: Record<string, unknown>) {
  const { shown } = await deploy(tenant, { rawPayload, metadata: { note: 'stays' }, ...fields })
  await query('UPDATE deployment_events SET received_at = now() - make_interval(days => $2) WHERE deployment_id = $1', [
    shown.id,
    ageDays,
  ])
  return shown.id
}

it('drops what is older than so many days, waits for no one, and changes nothing else', async () => {
  const { tenant, shas } = await tenantWithHistory(4)
  const organizationId = tenant.organization.id
  const old = await deployment(tenant, 31, { deploymentId: 'old', commitSha: at(shas, 1) })
  const held = await deployment(tenant, 31, { deploymentId: 'held', commitSha: at(shas, 3) })
  const recent = await deployment(tenant, 29, { deploymentId: 'recent', status: 'failure' })
  const mixed = await deployment(tenant, 31, { deploymentId: 'mixed', status: 'in_progress', completedAt: null })
  await deploy(tenant, { deploymentId: 'mixed', rawPayload, status: 'failure' })
  await query(
    `INSERT INTO deployment_events (organization_id, deployment_id, received_at, commit_sha, environment, status, started_at,
       raw_payload, instant, progress)
     SELECT organization_id, deployment_id, received_at, commit_sha, environment, status, started_at, raw_payload, instant,
       progress
     FROM deployment_events, generate_series(1, 1200) WHERE deployment_id = $1`,
    [old],
  )
  const everything = () =>
    Promise.all([
      query('SELECT (to_jsonb(d) - $2) AS row FROM deployments d WHERE organization_id = $1 ORDER BY id', [
        organizationId,
        'raw_payload',
      ]),
      query('SELECT to_jsonb(d) AS row FROM deliveries d WHERE organization_id = $1 ORDER BY 1', [organizationId]),
      query(
        `SELECT to_jsonb(e) - 'raw_payload' - 'raw_payload_digest' AS row FROM deployment_events e
         WHERE organization_id = $1 ORDER BY id`,
        [organizationId],
      ),
    ])
  const before = await everything()
  expect(before[1]).not.toEqual([])

  await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM deployments WHERE id = $1 FOR UPDATE', [held])
    await dropRawPayloads(30, never)
  })
  expect(await payloadsOf(old)).toEqual({ events: 0, deployment: false })
  expect(await payloadsOf(held)).toEqual({ events: 1, deployment: true })
  expect(await payloadsOf(recent)).toEqual({ events: 1, deployment: true })
  expect(await payloadsOf(mixed)).toEqual({ events: 1, deployment: true })
  await dropRawPayloads(30, never)
  expect(await payloadsOf(held)).toEqual({ events: 0, deployment: false })
  expect(await everything()).toEqual(before)
})

it('is done by the server when RAW_PAYLOAD_DAYS is set', async () => {
  const { tenant, shas } = await tenantWithHistory(2)
  const id = await deployment(tenant, 400, { commitSha: at(shas, 1) })
  useSettings({ RAW_PAYLOAD_DAYS: '365' })
  startLinkWorker()
  try {
    await vi.waitFor(async () => expect(await payloadsOf(id)).toEqual({ events: 0, deployment: false }), 30_000)
  } finally {
    await stopLinkWorker()
  }
})
