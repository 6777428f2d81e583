import { describe, expect, it, onTestFinished } from 'vitest'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { setPlan } from '@/lib/accounts/organizations/set-plan'
import { startPendingTrials, startTrial } from '@/lib/accounts/plans/start-trial'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { postEvent } from '@/lib/testing/webhook'

const fourteenDaysMs = 14 * 24 * 60 * 60 * 1000

describe('the trial', () => {
  it.each([
    ['a production success', {}],
    ['a pending preview', { status: 'pending', environment: 'preview', completedAt: null }],
  ])('starts with the first event, be it %s, and ends 14 days later to the millisecond', async (_name, fields) => {
    const { organization, token } = await createTenant()
    await postEvent(token, deploymentBody(fields))
    const { trialStartedAt, trialEndsAt } = await findOrganization(organization.slug)
    expect(Number(trialEndsAt) - Number(trialStartedAt)).toBe(fourteenDaysMs)
  })

  it('is started by exactly one of 50 concurrent first events', async () => {
    const { organization } = await createTenant()
    await db().people.query(`
      CREATE TABLE starts (id int);
      CREATE FUNCTION note_start() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
        INSERT INTO starts VALUES (NEW.id); RETURN NULL;
      END';
      CREATE TRIGGER note_start AFTER UPDATE OF trial_started_at ON organizations
        FOR EACH ROW EXECUTE FUNCTION note_start()`)
    onTestFinished(async () => {
      await db().people.query('DROP FUNCTION note_start CASCADE; DROP TABLE starts')
    })
    await Promise.all(Array.from({ length: 50 }, () => startTrial(db().ingest, organization.id)))
    await startPendingTrials()
    expect((await db().people.query('SELECT id FROM starts')).rows).toEqual([{ id: organization.id }])
  })

  it('does not start with a refused event', async () => {
    const { organization, token } = await createTenant()
    await postEvent(token, deploymentBody({ status: 'done' }))
    expect((await findOrganization(organization.slug)).trialStartedAt).toBeNull()
  })

  it('does not start on another plan', async () => {
    const { organization, token } = await createTenant({ plan: 'business' })
    await postEvent(token, deploymentBody())
    expect((await findOrganization(organization.slug)).trialStartedAt).toBeNull()
  })

  /** Locks the row of an organization, as a change of its settings does, while `work` runs. */
  function whileHeld<T>({ id }: { id: number }, work: () => Promise<T>): Promise<T> {
    return inTransaction(db().people, never, async (client) => {
      await client.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [id])
      return work()
    })
  }

  const firstEventAt = async ({ id }: { id: number }) =>
    (await db().prisma.deploymentEvent.findFirstOrThrow({ where: { organizationId: id }, orderBy: { id: 'asc' } }))
      .receivedAt

  it.each([
    ['the worker', () => startPendingTrials()],
    ['the next event', (token: string) => postEvent(token, deploymentBody())],
  ])(
    'waits for a process that holds the organization while its first event is stored: %s starts it',
    async (_, start) => {
      const { organization, token } = await createTenant()
      const { status } = await whileHeld(organization, async () => {
        const answer = await postEvent(token, deploymentBody())
        await startPendingTrials()
        return answer
      })
      expect(status).toBe(201)
      expect((await findOrganization(organization.slug)).trialStartedAt).toBeNull()
      await start(token)
      const { trialStartedAt, trialEndsAt } = await findOrganization(organization.slug)
      expect(trialStartedAt).toEqual(await firstEventAt(organization))
      expect(Number(trialEndsAt) - Number(trialStartedAt)).toBe(fourteenDaysMs)
      await startPendingTrials()
      expect(await db().prisma.pendingTrial.count({ where: { organizationId: organization.id } })).toBe(0)
    },
  )

  it('is started by the worker of a server', async () => {
    const { organization } = await createTenant()
    const startedAt = new Date('2026-11-22T10:00:00Z')
    await db().prisma.pendingTrial.create({ data: { organizationId: organization.id, startedAt } })
    startLinkWorker()
    onTestFinished(stopLinkWorker)
    const read = async () => (await findOrganization(organization.slug)).trialStartedAt
    await expect.poll(read, { timeout: 30_000 }).toEqual(startedAt)
  })

  it('is started by the worker also while deployments cannot be marked', async () => {
    const { organization } = await createTenant()
    const startedAt = new Date('2026-11-22T10:00:00Z')
    const read = async () => (await findOrganization(organization.slug)).trialStartedAt
    onTestFinished(stopLinkWorker)
    await inTransaction(db().people, never, async (client) => {
      await client.query('LOCK TABLE link_changes IN ACCESS EXCLUSIVE MODE')
      startLinkWorker(50)
      await lockWaits(1)
      await db().prisma.pendingTrial.create({ data: { organizationId: organization.id, startedAt } })
      await expect.poll(read, { timeout: 30_000 }).toEqual(startedAt)
    })
  })

  it('does not start for an organization that leaves the Free plan while its first event is stored', async () => {
    const { organization, token } = await createTenant()
    await inTransaction(db().people, never, async (client) => {
      await client.query("UPDATE organizations SET plan = 'business' WHERE id = $1", [organization.id])
      expect((await postEvent(token, deploymentBody())).status).toBe(201)
    })
    await startPendingTrials()
    expect((await findOrganization(organization.slug)).trialStartedAt).toBeNull()
    expect(await db().prisma.pendingTrial.count({ where: { organizationId: organization.id } })).toBe(0)
  })

  it('starts with an event that is stored in the timeline alone', async () => {
    const { organization, token } = await createTenant({ plan: 'business' })
    const event = deploymentBody()
    await postEvent(token, event)
    await setPlan(organization.slug, 'free')
    const { status } = await inTransaction(db().people, never, async (client) => {
      await client.query('SELECT FROM deployments WHERE organization_id = $1 FOR NO KEY UPDATE', [organization.id])
      return postEvent(token, event)
    })
    expect(status).toBe(200)
    expect((await findOrganization(organization.slug)).trialStartedAt).not.toBeNull()
  })

  it('starts once in the life of an organization, and events are accepted after it', async () => {
    const { organization, token } = await createTenant()
    await postEvent(token, deploymentBody())
    const yesterday = new Date('2026-01-01T00:00:00Z')
    await db().prisma.organization.update({
      where: { id: organization.id },
      data: { trialStartedAt: yesterday, trialEndsAt: new Date(yesterday.getTime() + fourteenDaysMs) },
    })
    await setPlan(organization.slug, 'business')
    await setPlan(organization.slug, 'free')
    expect((await postEvent(token, deploymentBody())).status).toBe(201)
    expect((await findOrganization(organization.slug)).trialStartedAt).toEqual(yesterday)
  })
})
