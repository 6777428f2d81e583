import { beforeEach, expect, it } from 'vitest'
import { findSender, type Sender } from '@/lib/accounts/sender'
import { type DatabaseBudget, databaseBudget } from '@/lib/db/database-budget'
import { DatabaseUnavailableError } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { countRoundTrips } from '@/lib/testing/count-round-trips'
import { createRepository, createTenant, deploymentBody, randomSha } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'

const trips = countRoundTrips([db().ingest])
const linking = countRoundTrips([db().linking])
const sent = (name: string) => trips.statements.filter((statement) => statement === name).length

beforeEach(() => {
  trips.statements.splice(0)
  linking.statements.splice(0)
})

/** An organization that has a repository and its trial, and what records an event of it. */
async function organization() {
  const { organization } = await createTenant({ plan: 'business' })
  await createRepository(organization.id, 'api')
  const sender = await findSender(organization.id)
  type Options = { from?: Partial<Sender>; budget?: DatabaseBudget }
  const record = (fields: Record<string, unknown>, { from, budget = databaseBudget() }: Options = {}) => {
    const event = parseDeploymentEvent(deploymentBody(fields), new Date())
    return recordDeployment({ ...sender, ...from }, event, budget)
  }
  const stored = async () => {
    const rows = await db().prisma.deployment.findMany({
      where: { organizationId: organization.id },
      select: { externalId: true, status: true, _count: { select: { events: true } } },
      orderBy: { externalId: 'asc' },
    })
    return rows.map(({ externalId, status, _count }) => `${externalId} ${status} ${_count.events}`)
  }
  return { id: organization.id, record, stored }
}

const inProgress = { status: 'in_progress', completedAt: null }

it('events that come at once are stored, looked up and settled together, each as if it were alone', async () => {
  const { record, stored } = await organization()
  const ids = Array.from({ length: 16 }, (_, index) => `d${10 + index}`)
  const answers = await Promise.all(ids.map((deploymentId) => record({ deploymentId })))
  expect(answers.every(({ action, linkedPRs, linking }) => action === 'created' && linkedPRs === 0 && !linking)).toBe(
    true,
  )
  expect(new Set(answers.map(({ deploymentId }) => deploymentId)).size).toBe(16)
  expect(await stored()).toEqual(ids.map((id) => `${id} success 1`))
  expect([sent('upsert-deployments'), sent('find-commits'), sent('settle-unlinked')]).toEqual([1, 1, 1])
})

it('successes of unknown commits that follow one another are linked to nothing without linking them', async () => {
  const { id, record } = await organization()
  const shas = Array.from({ length: 17 }, randomSha)
  const following = (index: number) => ({
    deploymentId: `d${index}`,
    commitSha: shas[index],
    previousCommitSha: shas[index - 1],
  })
  await Promise.all(Array.from({ length: 15 }, (_, index) => record(following(index + 2))))
  await record(following(1))
  expect([sent('settle-unlinked'), linking.statements]).toEqual([2, []])
  expect(await db().prisma.pendingLink.count({ where: { organizationId: id } })).toBe(0)
  const reasons = await db().prisma.deployment.groupBy({
    by: 'unlinkedReason',
    where: { organizationId: id },
    _count: true,
  })
  expect(reasons).toEqual([{ unlinkedReason: 'unknown commit', _count: 16 }])
})

it('one that cannot be stored keeps none of the others from being stored', async () => {
  const { record, stored } = await organization()
  const wrong = record({ deploymentId: 'wrong' }, { from: { apiKeyId: 2 ** 40 } })
  const others = Promise.all(['a', 'b'].map((deploymentId) => record({ deploymentId })))
  await expect(wrong).rejects.toThrow('out of range')
  await others
  expect(await stored()).toEqual(['a success 1', 'b success 1'])
})

it('one that was overtaken joins the timeline, and those that come with it are stored together', async () => {
  const { record, stored } = await organization()
  await record({ deploymentId: 'known' })
  const again = record({ deploymentId: 'known', ...inProgress })
  await Promise.all([again, ...['a', 'b'].map((deploymentId) => record({ deploymentId }))])
  expect((await again).action).toBe('updated')
  expect(await stored()).toEqual(['a success 1', 'b success 1', 'known success 2'])
})

it('one whose deployment another process holds is waited for alone', async () => {
  const { id, record, stored } = await organization()
  await record({ deploymentId: 'held', ...inProgress })
  await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM deployments WHERE organization_id = $1 FOR NO KEY UPDATE', [id])
    trips.statements.splice(0)
    await Promise.all(['held', 'a', 'b'].map((deploymentId) => record({ deploymentId, ...inProgress })))
  })
  expect(await stored()).toEqual(['a in_progress 1', 'b in_progress 1', 'held in_progress 2'])
  expect([sent('upsert-deployments'), sent('append-event-behind')]).toEqual([2, 1])
})

it('a look-up that fails is the failure of those alone that wait for it', async () => {
  const { record, stored } = await organization()
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  await inTransaction(db().people, never, async (client) => {
    await client.query('LOCK TABLE annotated_tags IN ACCESS EXCLUSIVE MODE')
    const found = record({ deploymentId: 'success' })
    const others = ['a', 'b'].map((deploymentId) => record({ deploymentId, ...inProgress }))
    expect(await Promise.all(others)).toMatchObject([{ linking: false }, { linking: false }])
    expect(await found).toMatchObject({ action: 'created', linking: true })
  })
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
  expect(await stored()).toEqual(['a in_progress 1', 'b in_progress 1', 'success success 1'])
})

it('one whose time is up before the commit is not stored, the others are', async () => {
  const { id, record, stored } = await organization()
  const time = new AbortController()
  const budget: DatabaseBudget = (work) => work({ signal: time.signal, leftMs: () => 0 })
  await inTransaction(db().people, never, async (client) => {
    await client.query(
      `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at, instant, progress)
       VALUES ($1, 'b', 'abcdef1', 'production', true, 'in_progress', '2026-01-01', '2026-01-01', 0)`,
      [id],
    )
    const late = record({ deploymentId: 'a' }, { budget })
    const other = record({ deploymentId: 'b' })
    await lockWaits(1)
    time.abort(new DatabaseUnavailableError('the time is up'))
    await client.query('COMMIT')
    await expect(late).rejects.toThrow('the time is up')
    expect((await other).action).toBe('updated')
  })
  expect(await stored()).toEqual(['b success 1'])
})
