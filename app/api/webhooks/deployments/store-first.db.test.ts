import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { readOutcome } from '@/bench/guarantees/order-outcome'
import { findSender } from '@/lib/accounts/sender'
import { databaseBudget } from '@/lib/db/database-budget'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { lockNamespace } from '@/lib/deployments/linking/lock-repositories'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { recordDeployment } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { type Answer, postEvent } from '@/lib/testing/webhook'

afterEach(stopLinkWorker)

/** Keeps the lock of a repository, as a long import may, while `work` runs. */
function whileHeld<T>(repository: { id: number }, work: () => Promise<T>): Promise<T> {
  return inTransaction(db().people, never, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [lockNamespace, repository.id])
    return work()
  })
}

/** Makes storing each link take so long, as on a machine that is slow or busy. */
async function slowLinks(seconds: number): Promise<void> {
  await db().people.query(`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(${seconds}); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON deployment_pull_requests FOR EACH ROW EXECUTE FUNCTION slow()`)
  onTestFinished(async () => {
    await db().people.query('DROP FUNCTION slow CASCADE')
  })
}

/** The process of Postgres that stores links, once there is one. */
async function linkingProcess(): Promise<number | undefined> {
  const find = async () => {
    const { rows } = await db().people.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'leadline linking' AND state = 'active'
         AND query LIKE '%INSERT INTO deployment_pull_requests%'`,
    )
    return rows[0]?.pid
  }
  await expect.poll(find, { timeout: 10_000, interval: 10 }).toBeDefined()
  return find()
}

const show = ({ organization }: Tenant, { deploymentId }: { deploymentId?: unknown }) =>
  getDeployment(organization.id, String(deploymentId))

/** What the worker makes of an event that was stored only. */
async function linkedLater(tenant: Tenant, event: { deploymentId?: unknown }) {
  startLinkWorker()
  await expect.poll(async () => (await show(tenant, event)).linking, { timeout: 30_000 }).toBe(false)
  return show(tenant, event)
}

/** The same events in another organization whose linking nothing holds up. */
async function outcomeAtOnce(length: number, events: (shas: readonly string[]) => Record<string, unknown>[]) {
  const { tenant, shas } = await tenantWithHistory(length)
  for (const event of events(shas)) await postEvent(tenant.token, event)
  return readOutcome(tenant.organization.id)
}

/** The outcome without what differs between organizations: their commits. */
const withoutShas = (outcome: string) => outcome.replaceAll(/[0-9a-f]{40}/g, 'sha')

const trialOf = async ({ organization }: Tenant) => {
  const { trialStartedAt, trialEndsAt } = await db().prisma.organization.findUniqueOrThrow({
    where: { id: organization.id },
  })
  return Number(trialEndsAt) - Number(trialStartedAt)
}

const statusesOf = (answers: { status: number }[]) => [...new Set(answers.map(({ status }) => status))].sort()

const range = (shas: readonly string[], fields: Record<string, unknown> = {}) =>
  deploymentBody({ deploymentId: 'd1', commitSha: at(shas, 4), previousCommitSha: at(shas, 1), ...fields })

describe('an event whose linking does not fit into its time', () => {
  it('is stored, says so, starts the trial, and is linked by the worker as it would have been at once', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(5)
    const answer = await whileHeld(repository, async () => {
      const answer = await postEvent(tenant.token, range(shas))
      expect(await show(tenant, { deploymentId: 'd1' })).toMatchObject({ linking: true, reason: 'still linking' })
      expect(await trialOf(tenant)).toBe(14 * 86_400_000)
      return answer
    })
    expect(answer).toMatchObject({ status: 201, body: { action: 'created', linkedPRs: 0 } })
    expect(Object.keys(answer.body as object).sort()).toEqual(['action', 'deploymentId', 'linkedPRs'])
    expect(answer.headers.get('x-leadline-linking')).toBe('pending')
    expect(await linkedLater(tenant, { deploymentId: 'd1' })).toMatchObject({ linkedPRs: 3, reason: null })
    const outcome = await readOutcome(tenant.organization.id)
    expect(withoutShas(outcome)).toBe(withoutShas(await outcomeAtOnce(5, (own) => [range(own)])))
  })

  it('is stored when it ships 201 pull requests and storing each takes long', async () => {
    const { tenant, shas } = await tenantWithHistory(202)
    await slowLinks(0.015)
    const event = range(shas, { commitSha: at(shas, 201), previousCommitSha: at(shas, 0) })
    expect(await postEvent(tenant.token, event)).toMatchObject({ status: 201, body: { linkedPRs: 0 } })
    expect(await linkedLater(tenant, event)).toMatchObject({ linkedPRs: 201 })
  })

  it('is stored when the connection that links it is killed', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    await slowLinks(0.2)
    const posted = postEvent(tenant.token, range(shas))
    await db().people.query('SELECT pg_terminate_backend($1)', [await linkingProcess()])
    expect(await posted).toMatchObject({ status: 201, body: { linkedPRs: 0 } })
    expect(await linkedLater(tenant, { deploymentId: 'd1' })).toMatchObject({ linkedPRs: 3 })
  })

  it('is linked by the next process when its own ended between the two', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(5)
    await whileHeld(repository, () => postEvent(tenant.token, range(shas)))
    expect(await db().prisma.pendingLink.count({ where: { organizationId: tenant.organization.id } })).toBe(1)
    expect(await linkedLater(tenant, { deploymentId: 'd1' })).toMatchObject({ linkedPRs: 3 })
  })

  it('takes links back in the end, and delivers nothing from then on', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(8)
    const redeploy = { deploymentId: 'd2', completedAt: '2026-03-02T12:05:00Z' }
    const events = (own: readonly string[]) => [range(own), range(own, redeploy), range(own, { status: 'failure' })]
    const [first, second, failure] = events(shas)
    for (const event of [first, second]) await postEvent(tenant.token, event)
    await whileHeld(repository, async () => {
      expect(await postEvent(tenant.token, failure)).toMatchObject({ status: 200, body: { linkedPRs: 0 } })
      expect(await show(tenant, { deploymentId: 'd1' })).toMatchObject({ status: 'failure', linking: true })
    })
    await linkedLater(tenant, { deploymentId: 'd1' })
    expect(withoutShas(await readOutcome(tenant.organization.id))).toBe(withoutShas(await outcomeAtOnce(8, events)))
  })

  it('answers with the links of before, when there are some', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(8)
    await postEvent(tenant.token, range(shas))
    const longer = range(shas, { commitSha: at(shas, 6) })
    const answer = await whileHeld(repository, () => postEvent(tenant.token, longer))
    expect(answer).toMatchObject({ status: 200, body: { linkedPRs: 3 } })
    expect(await linkedLater(tenant, longer)).toMatchObject({ linkedPRs: 5 })
  })
})

describe('events of a deployment that is being linked', () => {
  it('are all stored, and linked once, when 200 identical ones arrive at once', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(5)
    const { organization, token } = tenant
    const event = range(shas)
    await postEvent(token, deploymentBody())
    const answers: Answer[] = []
    // 40 at once: what one process takes at once on a slow machine is measured by `bench:guarantees`.
    await whileHeld(repository, async () => {
      while (answers.length < 200) {
        answers.push(...(await Promise.all(Array.from({ length: 40 }, () => postEvent(token, event)))))
      }
    })
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(199)
    const where = { organizationId: organization.id }
    expect(await db().prisma.deploymentEvent.count({ where })).toBe(201)
    expect(await linkedLater(tenant, event)).toMatchObject({ linkedPRs: 3, status: 'success' })
    expect(await db().prisma.pendingLink.count({ where })).toBe(0)
  })

  it('are stored in its timeline, and decide its state next', async () => {
    const { tenant, shas } = await tenantWithHistory(5)
    await slowLinks(0.7)
    const posted = postEvent(tenant.token, range(shas))
    await linkingProcess()
    const rolledBack = range(shas, { status: 'rolled_back', completedAt: '2026-03-02T13:05:00Z' })
    expect(await postEvent(tenant.token, rolledBack)).toMatchObject({ status: 200, body: { action: 'updated' } })
    expect((await posted).status).toBe(201)
    expect(await linkedLater(tenant, rolledBack)).toMatchObject({ status: 'rolled_back', linkedPRs: 0 })
  })
})

it('an organization whose repository is held makes no other one wait', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(5)
  const other = await tenantWithHistory(5)
  for (const { token } of [tenant, other.tenant]) await postEvent(token, deploymentBody())
  await whileHeld(repository, async () => {
    const own = Array.from({ length: 50 }, () =>
      postEvent(tenant.token, deploymentBody({ commitSha: at(shas, 4), previousCommitSha: at(shas, 1) })),
    )
    await lockWaits(1)
    expect((await postEvent(other.tenant.token, range(other.shas))).status).toBe(201)
    await expect.poll(async () => (await show(other.tenant, { deploymentId: 'd1' })).linkedPRs).toBe(3)
    const plain = (await createTenant()).token
    expect(statusesOf(await Promise.all(Array.from({ length: 20 }, () => postEvent(plain, deploymentBody()))))).toEqual(
      [201],
    )
    expect(statusesOf(await Promise.all(own))).toEqual([201])
  })
})

it('503 says that nothing was stored, also where storing ends after the answer', async () => {
  const { tenant } = await tenantWithHistory(1)
  const { id } = tenant.organization
  await db().people.query(`
    CREATE FUNCTION slow() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(0.6); RETURN NEW; END';
    CREATE TRIGGER slow BEFORE INSERT ON deployment_events FOR EACH ROW EXECUTE FUNCTION slow()`)
  onTestFinished(async () => {
    await db().people.query('DROP FUNCTION slow CASCADE')
  })
  const event = parseDeploymentEvent(deploymentBody(), new Date())
  const recorded = recordDeployment(await findSender(id), event, databaseBudget(300))
  await expect(recorded).rejects.toThrow('the time for the database is up')
  const busy = async () => {
    const { rows } = await db().people.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = 'leadline ingest' AND state <> 'idle'`,
    )
    return rows[0]?.count
  }
  await expect.poll(busy, { timeout: 10_000 }).toBe(0)
  expect(await db().prisma.deployment.count({ where: { organizationId: id } })).toBe(0)
})

it('503 says that nothing was stored, and twins that wait for that hear it at once', async () => {
  const { tenant, shas } = await tenantWithHistory(5)
  await postEvent(tenant.token, deploymentBody())
  const answers = await inTransaction(db().people, never, async (client) => {
    await client.query('LOCK TABLE deployments IN ACCESS EXCLUSIVE MODE')
    return Promise.all(Array.from({ length: 30 }, () => postEvent(tenant.token, range(shas))))
  })
  expect(statusesOf(answers)).toEqual([503])
  expect(await db().prisma.deploymentEvent.count({ where: { organizationId: tenant.organization.id } })).toBe(1)
  expect(await postEvent(tenant.token, range(shas))).toMatchObject({ status: 201, body: { linkedPRs: 3 } })
})
