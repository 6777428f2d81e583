import { expect, it } from 'vitest'
import { findSender } from '@/lib/accounts/sender'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { countRoundTrips } from '@/lib/testing/count-round-trips'
import { createHistory, createRepository, createTenant, deploymentBody, randomSha } from '@/lib/testing/factories'

const trips = countRoundTrips([db().ingest, db().linking])

/** An organization with a history, and what stores and links an event of it. */
async function waiting() {
  const { organization } = await createTenant()
  const shas = await createHistory(await createRepository(organization.id, 'api'), 600)
  let sent = 0
  const record = async (fields: Record<string, unknown>) => {
    sent += 1
    const at = new Date(Date.UTC(2026, 2, 1) + sent * 60_000).toISOString()
    const body = deploymentBody({ service: 'api', startedAt: at, completedAt: at, ...fields })
    const sender = await findSender(organization.id)
    const before = trips.count
    const { linkedPRs } = await recordDeployment(sender, parseDeploymentEvent(body, new Date()), databaseBudget(60_000))
    return { linkedPRs, roundTrips: trips.count - before }
  }
  // The first event starts a trial.
  await record({ status: 'in_progress', completedAt: null })
  return { shas, record, from: (index: number) => ({ commitSha: shas[index], previousCommitSha: shas[index - 1] }) }
}

it('an event waits six times for the database at most until it is linked', async () => {
  const { shas, record, from } = await waiting()
  expect(await record({ status: 'in_progress', completedAt: null })).toEqual({ linkedPRs: 0, roundTrips: 2 })
  expect(await record({ commitSha: randomSha() })).toEqual({ linkedPRs: 0, roundTrips: 3 })
  expect(await record(from(100))).toEqual({ linkedPRs: 1, roundTrips: 6 })
  expect(await record({ ...from(200), previousCommitSha: shas[150] })).toEqual({ linkedPRs: 50, roundTrips: 6 })
  expect(await record({ commitSha: shas[300] })).toEqual({ linkedPRs: 100, roundTrips: 6 })
})

it('nothing of an event is planned again for its values', async () => {
  const { shas, record, from } = await waiting()
  for (let index = 100; index < 120; index += 2) {
    expect((await record(from(index))).linkedPRs).toBe(1)
    expect((await record({ commitSha: shas[index + 1] })).linkedPRs).toBe(1)
    await record({ commitSha: randomSha() })
  }
  for (const pool of [db().ingest, db().linking]) {
    const { rows } = await pool.query('SELECT name FROM pg_prepared_statements WHERE custom_plans > 0')
    expect(rows).toEqual([])
  }
})
