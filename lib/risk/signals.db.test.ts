import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { listAudit } from '@/lib/accounts/audit/list'
import { db } from '@/lib/db/db'
import { inTransaction } from '@/lib/db/transaction'
import { finishRequestLog, holder } from '@/lib/deployments/request-log/process-recorder'
import type { SignalState } from '@/lib/generated/prisma/enums'
import { createMember, createTenant, deploymentBody, randomSha } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { countOpenSignals, listSignals } from './list'
import { refreshSignals } from './refresh'
import { refreshRisk } from './score/refresh'
import { setSignalState } from './set-state'
import { setThresholds } from './thresholds'
import { refreshDue, startSignalWorker, stopSignalWorker } from './worker'

const day = 86_400_000
const start = new Date('2026-06-01T12:00:00Z')
const on = (days: number) => new Date(start.getTime() + days * day)
const going = new AbortController().signal

let organizationId: number
let token: string
let actor: { organizationId: number; userId: number }

beforeEach(async () => {
  const tenant = await createTenant({ plan: 'business' })
  token = tenant.token
  organizationId = tenant.organization.id
  actor = { organizationId, userId: (await createMember(organizationId, 'member')).id }
})

/** Ten deployments on a day, of which some failed. */
async function deployTen(at: Date, failed: number): Promise<void> {
  await db().prisma.deployment.createMany({
    data: Array.from({ length: 10 }, (_, n) => ({
      organizationId,
      externalId: randomUUID(),
      commitSha: randomSha(),
      environment: 'production',
      production: true,
      service: 'api',
      status: n < failed ? ('failure' as const) : ('success' as const),
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
    })),
  })
}

async function look(now: Date, state: SignalState = 'open') {
  const { rows: signals } = await listSignals(organizationId, { state }, 1, now)
  return signals.filter(({ rule }) => rule.slug === 'failure-rate')
}

async function refreshAndLook(now: Date, state?: SignalState) {
  await refreshSignals(organizationId, now)
  return look(now, state)
}

describe('a signal', () => {
  it('is there while its rule finds it, ends automatically, and is the same one when it comes back', async () => {
    await deployTen(on(0), 2)
    const [began] = await refreshAndLook(on(1))
    expect(began).toMatchObject({ name: 'api', firstSeenAt: on(1), lastSeenAt: on(1), endedAt: null })
    expect(await refreshAndLook(on(2))).toMatchObject([{ id: began?.id, firstSeenAt: on(1), lastSeenAt: on(2) }])

    expect(await refreshAndLook(on(30))).toEqual([])
    expect(await look(on(30), 'resolved')).toMatchObject([{ id: began?.id, endedAt: on(30) }])

    await deployTen(on(31), 3)
    expect(await refreshAndLook(on(32))).toMatchObject([{ id: began?.id, firstSeenAt: on(1), endedAt: null }])
  })

  it('that goes on uses up no id each time it is found', async () => {
    await deployTen(on(0), 2)
    const [{ id: first } = { id: 0 }] = await refreshAndLook(on(1))
    for (const hours of [1, 2, 3]) await refreshSignals(organizationId, on(1 + hours / 24))
    const others = await db().prisma.signal.count({ where: { organizationId } })
    const tenant = await createTenant({ plan: 'business' })
    organizationId = tenant.organization.id
    await deployTen(on(0), 2)
    await refreshSignals(organizationId, on(1))
    const next = await db().prisma.signal.findFirstOrThrow({ where: { organizationId }, orderBy: { id: 'asc' } })
    expect(next.id).toBeLessThanOrEqual(first + others)
  })

  it('is what people made of it, with a note and a line in the audit log', async () => {
    await deployTen(on(0), 2)
    const [{ id } = { id: 0 }] = await refreshAndLook(on(1))
    await setSignalState(actor, id, { state: 'acknowledged', days: 1, note: 'Ada looks' }, on(1))
    expect(await refreshAndLook(on(2))).toEqual([])
    expect(await look(on(2), 'acknowledged')).toMatchObject([{ id, note: 'Ada looks' }])
    expect(await countOpenSignals(organizationId, on(2))).toMatchObject({ high: 0 })
    const { rows: entries } = await listAudit(organizationId, { action: 'signal.state-set' }, null, 10)
    expect(entries).toMatchObject([
      { subject: 'Deployments fail often: api', details: { from: 'open', to: 'acknowledged', reason: 'Ada looks' } },
    ])
  })

  it('is open again when its snooze is over', async () => {
    await deployTen(on(0), 2)
    const [{ id } = { id: 0 }] = await refreshAndLook(on(1))
    await setSignalState(actor, id, { state: 'snoozed', days: 7, note: '' }, on(1))
    expect(await refreshAndLook(on(7))).toEqual([])
    expect(await look(on(7), 'snoozed')).toMatchObject([{ id, snoozedUntil: on(8) }])
    expect(await refreshAndLook(on(8))).toMatchObject([{ id, state: 'open' }])
  })

  it('stays resolved while it goes on, until it gets worse or comes back', async () => {
    await deployTen(on(0), 2)
    const [{ id } = { id: 0 }] = await refreshAndLook(on(1))
    await setSignalState(actor, id, { state: 'resolved', days: 1, note: '' }, on(1))
    expect(await refreshAndLook(on(2))).toEqual([])
    await deployTen(on(2), 10)
    expect(await refreshAndLook(on(3))).toMatchObject([{ id, severity: 'high', state: 'open' }])
    await setSignalState(actor, id, { state: 'resolved', days: 1, note: '' }, on(3))
    expect(await refreshAndLook(on(40))).toEqual([])
    await deployTen(on(41), 2)
    expect(await refreshAndLook(on(42))).toMatchObject([{ id, state: 'open' }])
  })

  it('that ended, or that is of another organization, cannot be set', async () => {
    await deployTen(on(0), 2)
    const [{ id } = { id: 0 }] = await refreshAndLook(on(1))
    const change = { state: 'acknowledged' as const, days: 1, note: '' }
    const stranger = (await createTenant()).organization.id
    const other = { organizationId: stranger, userId: (await createMember(stranger, 'owner')).id }
    await expect(setSignalState(other, id, change, on(1))).rejects.toMatchObject({ code: 'not_found' })
    await expect(setSignalState({ ...actor, userId: other.userId }, id, change, on(1))).rejects.toMatchObject({
      code: 'not_found',
    })
    await refreshSignals(organizationId, on(30))
    await expect(setSignalState(actor, id, change, on(30))).rejects.toMatchObject({ code: 'conflict' })
  })

  it('is stored once by two that look at the same time', async () => {
    await deployTen(on(0), 2)
    await Promise.all([1, 2, 3, 4].map(() => refreshSignals(organizationId, on(1))))
    expect(await look(on(1))).toHaveLength(1)
  })
})

it('of one rule the worst hundred are kept, and of those that ended five hundred', { timeout: 30_000 }, async () => {
  for (const round of [0, 1, 2, 3, 4, 5]) {
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, service, status,
        started_at, completed_at, instant, progress)
      SELECT ${organizationId}, gen_random_uuid(), 'abcdef1', 'production', true, ${`s${round}-`}::text || service, 'failure',
        ${on(round * 30)}, ${on(round * 30)}, ${on(round * 30)}, 2
      FROM generate_series(1, 110) AS service, generate_series(1, 10)`
    await refreshSignals(organizationId, on(round * 30 + 1))
  }
  const rows = await db().prisma.signal.groupBy({
    by: ['rule'],
    where: { organizationId, endedAt: null },
    _count: true,
  })
  expect(rows.find(({ rule }) => rule === 'failure-rate')?._count).toBe(100)
  expect(await db().prisma.signal.count({ where: { organizationId, endedAt: { not: null } } })).toBe(500)
})

describe('thresholds', () => {
  it.each(['0', '101', 'many', '-1', '1e3', '15,5', '9'.repeat(400)])('refuse %s', async (share) => {
    const manager = { organizationId, userId: (await createMember(organizationId, 'manager')).id }
    await expect(setThresholds(manager, { 'failure-rate.share': share })).rejects.toMatchObject({ code: 'invalid' })
  })

  it('are for managers, and keep only what differs from what is suggested', async () => {
    await expect(setThresholds(actor, { 'failure-rate.share': '20' })).rejects.toMatchObject({ code: 'forbidden' })
    const manager = { organizationId, userId: (await createMember(organizationId, 'manager')).id }
    await setThresholds(manager, { 'failure-rate.share': '20.5', 'stale-service.days': '14', organization: 'x' })
    const { signalThresholds } = await db().prisma.organization.findUniqueOrThrow({ where: { id: organizationId } })
    expect(signalThresholds).toEqual({ 'failure-rate.share': 20.5 })
  })
})

describe('the worker', () => {
  const runOf = () => db().prisma.signalRun.findUnique({ where: { organizationId } })

  it('looks at an organization whose plan includes it, and not again at once', async () => {
    const free = (await createTenant({ plan: 'free' })).organization.id
    await refreshDue(going)
    const run = await runOf()
    expect(run?.finishedAt).not.toBeNull()
    expect(run?.dueAt.getTime()).toBeGreaterThan(Date.now() + 50 * 60_000)
    expect(await db().prisma.signalRun.count({ where: { organizationId: free } })).toBe(0)
    await refreshDue(going)
    expect((await runOf())?.finishedAt).toEqual(run?.finishedAt)
  })

  it('looks again after thresholds were set, not again and again', async () => {
    await refreshDue(going)
    const finishedAt = new Date(Date.now() - 60_000)
    const manager = { organizationId, userId: (await createMember(organizationId, 'manager')).id }
    await setThresholds(manager, { 'failure-rate.share': '20' })
    expect((await runOf())?.dueAt.getTime()).toBeGreaterThan(Date.now())
    await db().prisma.signalRun.update({ where: { organizationId }, data: { finishedAt } })
    await setThresholds(manager, { 'failure-rate.share': '25' })
    expect((await runOf())?.dueAt.getTime()).toBeLessThanOrEqual(Date.now())
  })

  it('looks every five minutes while there are deployments', async () => {
    await deployTen(new Date(Date.now() - 3_600_000), 0)
    await refreshDue(going)
    expect((await runOf())?.dueAt.getTime()).toBeLessThan(Date.now() + 6 * 60_000)
  })

  it('looks at an organization that was idle as soon as a pipeline posts, accepted or not', async () => {
    await refreshDue(going)
    const finishedAt = new Date(Date.now() - 10 * 60_000)
    const idle = () => db().prisma.signalRun.update({ where: { organizationId }, data: { finishedAt } })
    await idle()
    await refreshDue(going)
    const underNoKey = { requestId: 'stranger', receivedAt: new Date(), statusCode: 401, outcome: 'no' }
    await db().prisma.webhookRequest.create({ data: { organizationId, ...underNoKey } })
    await refreshDue(going)
    expect((await runOf())?.finishedAt).toEqual(finishedAt)
    expect((await postEvent(token, { status: 'nonsense' })).status).toBe(400)
    await finishRequestLog()
    delete holder.leadlineRequestRecorder
    await refreshDue(going)
    expect((await runOf())?.finishedAt?.getTime()).toBeGreaterThan(finishedAt.getTime())
  })

  it('looks at one that deploys a minute after the last time once a pipeline posts, unless a process is looking', async () => {
    const minutes = (count: number) => new Date(Date.now() + count * 60_000)
    const finishedAt = minutes(-2)
    const lookedAt = async () => {
      await refreshDue(going)
      return (await runOf())?.finishedAt?.getTime() !== finishedAt.getTime()
    }
    const set = (dueAt: Date) =>
      db().prisma.signalRun.update({ where: { organizationId }, data: { dueAt, finishedAt } })
    await refreshDue(going)
    await set(minutes(3))
    expect(await lookedAt()).toBe(false)
    await postEvent(token, deploymentBody())
    await finishRequestLog()
    delete holder.leadlineRequestRecorder
    await set(minutes(4))
    expect(await lookedAt()).toBe(false)
    await set(minutes(3))
    expect(await lookedAt()).toBe(true)
  })

  it('runs until it is stopped', async () => {
    startSignalWorker(10)
    await vi.waitFor(async () => expect((await runOf())?.finishedAt).toBeTruthy(), 60_000)
    await stopSignalWorker()
    await db().prisma.signalRun.update({ where: { organizationId }, data: { dueAt: new Date(0) } })
    startSignalWorker(10)
    await vi.waitFor(async () => expect((await runOf())?.dueAt.getTime()).toBeGreaterThan(Date.now()), 60_000)
    await stopSignalWorker()
  })

  it('looks at everyone while models take long to fit', async () => {
    const others = await Promise.all([1, 2, 3].map(() => createTenant({ plan: 'business' })))
    const organizationIds = [organizationId, ...others.map(({ organization }) => organization.id)]
    await inTransaction(db().people, going, async (client) => {
      await client.query('LOCK TABLE risk_models IN ACCESS EXCLUSIVE MODE')
      startSignalWorker(10)
      const looked = () =>
        db().prisma.signalRun.count({ where: { organizationId: { in: organizationIds }, finishedAt: { not: null } } })
      await vi.waitFor(async () => expect(await looked()).toBe(4), 60_000)
    })
    await stopSignalWorker()
  })

  /** Lets each fit of the organization fail with this SQLSTATE. Returns what counts them. */
  async function failFits(state: string): Promise<() => Promise<number>> {
    const begun = `fits_${organizationId}`
    await db().people.query(`
      CREATE SEQUENCE ${begun};
      CREATE FUNCTION ${begun}() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM nextval('${begun}'); RAISE 'no' USING ERRCODE = '${state}'; END $$;
      CREATE TRIGGER ${begun} BEFORE INSERT ON risk_models FOR EACH ROW WHEN (NEW.organization_id = ${organizationId})
        EXECUTE FUNCTION ${begun}()`)
    return async () => {
      const { rows } = await db().people.query(
        `SELECT CASE WHEN is_called THEN last_value ELSE 0 END::int AS n FROM ${begun}`,
      )
      return rows[0]?.n
    }
  }

  it('begins a fit again that failed because the database had no room', async () => {
    const count = await failFits('53300')
    await expect(refreshRisk(organizationId, new Date())).rejects.toThrow()
    await expect(refreshRisk(organizationId, new Date())).rejects.toThrow()
    expect(await count()).toBe(2)
  })

  it('does not begin a fit that failed for want of time again with each look', async () => {
    const count = await failFits('57014')
    startSignalWorker(10)
    await vi.waitFor(async () => expect(await count()).toBe(1), 60_000)
    for (let look = 0; look < 3; look += 1) {
      const before = new Date()
      await db().prisma.signalRun.update({ where: { organizationId }, data: { dueAt: new Date(0) } })
      await vi.waitFor(
        async () => expect((await runOf())?.finishedAt?.getTime()).toBeGreaterThan(before.getTime()),
        60_000,
      )
    }
    const other = (await createTenant({ plan: 'business' })).organization.id
    await vi.waitFor(
      async () => expect(await db().prisma.riskModel.count({ where: { organizationId: other } })).toBe(1),
      60_000,
    )
    await stopSignalWorker()
    expect(await count()).toBe(1)
  })

  it('is taken up by another process when it breaks off', async () => {
    await refreshDue(going)
    await db().prisma.signalRun.update({ where: { organizationId }, data: { dueAt: new Date(0), finishedAt: null } })
    await Promise.all([refreshDue(going), refreshDue(going)])
    expect((await runOf())?.finishedAt).not.toBeNull()
  })
})
