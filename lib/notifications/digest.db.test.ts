import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { setGoal } from '@/lib/insights/goals'
import { refreshSignals } from '@/lib/risk/refresh'
import { createTenant, randomSha } from '@/lib/testing/factories'
import { createAlert } from './alerts/create'
import { listAlerts } from './alerts/list'
import { removeAlert } from './alerts/remove'
import { contentSchema } from './content'
import { createDestination } from './destinations/create'
import { collect } from './events/collect'

let organizationId: number

beforeEach(async () => {
  organizationId = (await createTenant({ plan: 'business' })).organization.id
  await db().prisma.organization.update({ where: { id: organizationId }, data: { timeZone: 'Europe/Oslo' } })
})

type Input = { services?: string[]; teams?: string[]; topics?: 'metric'[]; digestWeekday?: number; digestHour?: number }

async function webhook({ topics = [], ...input }: Input = {}): Promise<number> {
  const { id } = await createDestination(operatorOf(organizationId), {
    ...{ kind: 'webhook', name: 'hook', url: 'http://127.0.0.1:9/hook', topics },
    ...input,
  })
  await db().prisma.notificationDestination.updateMany({ where: { id }, data: { since: new Date(0) } })
  return id
}

async function deploy(at: Date, count: number, failed = 0, service = 'api'): Promise<void> {
  await db().prisma.deployment.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      organizationId,
      externalId: randomUUID(),
      commitSha: randomSha(),
      environment: 'production',
      production: true,
      service,
      status: index < failed ? ('failure' as const) : ('success' as const),
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
    })),
  })
}

async function stored() {
  const rows = await db().prisma.notification.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  return rows.map(({ type, key, content }) => ({ type, key, ...contentSchema.parse(content) }))
}

const look = (now: string | Date) => collect(organizationId, new Date(now), null)

describe('a digest', () => {
  it('comes on its day and hour in the zone of the organization, once for a week', async () => {
    await webhook({ digestWeekday: 1, digestHour: 9 })
    await deploy(new Date('2026-06-17T10:00:00Z'), 4, 1)
    await look('2026-06-22T06:59:59Z')
    expect(await stored()).toEqual([])
    await Promise.all([look('2026-06-22T07:00:00Z'), look('2026-06-22T07:00:01Z')])
    await look('2026-06-23T06:00:00Z')
    const digests = await stored()
    expect(digests.map(({ type, key }) => [type, key])).toEqual([['digest.weekly', 'digest:2026-W25']])
    expect(digests[0]?.message.summary).toContain('4 deployments')
    expect(digests[0]?.data).toMatchObject({ week: { name: '2026-W25', firstDay: '2026-06-15' }, service: null })
    await look('2026-06-29T07:00:00Z')
    expect((await stored()).map(({ key }) => key)).toEqual(['digest:2026-W25', 'digest:2026-W26'])
  })

  it('follows the clocks: nine is an hour later by UTC in winter', async () => {
    await webhook({ digestWeekday: 1, digestHour: 9 })
    await look('2026-11-02T07:59:59Z')
    expect(await stored()).toEqual([])
    await look('2026-11-02T08:00:00Z')
    expect(await stored()).toHaveLength(1)
  })

  it('does not come twice when its day is changed, nor a day late, nor from before it was set', async () => {
    const id = await webhook({ digestWeekday: 1, digestHour: 9 })
    await look('2026-06-22T07:00:00Z')
    await db().prisma.notificationDestination.updateMany({ where: { id }, data: { digestWeekday: 3 } })
    await look('2026-06-24T07:00:00Z')
    expect(await stored()).toHaveLength(1)
    await look('2026-07-02T07:00:01Z')
    expect(await stored()).toHaveLength(1)
    const since = new Date('2026-07-08T07:00:00Z')
    await db().prisma.notificationDestination.updateMany({ where: { id }, data: { since } })
    await look('2026-07-08T08:00:00Z')
    expect(await stored()).toHaveLength(1)
  })

  it('says how the numbers stand to the goals of the organization', async () => {
    await webhook({ digestWeekday: 1, digestHour: 9 })
    await deploy(new Date('2026-06-17T10:00:00Z'), 10, 2)
    const goal = { metric: 'change-failure-rate', scope: '', value: '15' }
    await setGoal(operatorOf(organizationId), goal, new Date('2026-06-01T10:00:00Z'))
    await look('2026-06-22T07:00:00Z')
    const facts = (await stored())[0]?.message.facts
    expect(facts?.find(({ label }) => label === 'Change failure rate')?.value).toMatch(
      /^20%.*Goal 15%, 5.points above$/,
    )
  })

  it('is of the one service or team that its destination is narrowed to', async () => {
    await deploy(new Date('2026-06-17T10:00:00Z'), 2, 0, 'web')
    await deploy(new Date('2026-06-17T10:00:00Z'), 3, 0, 'api')
    await deploy(new Date('2026-06-18T10:00:00Z'), 10, 5, 'api')
    await refreshSignals(organizationId, new Date('2026-06-19T10:00:00Z'))
    await webhook({ digestWeekday: 1, digestHour: 9, services: ['web'] })
    await look('2026-06-22T07:00:00Z')
    const [digest] = await stored()
    expect(digest?.data).toMatchObject({ service: 'web', team: null, openSignals: { open: 0, high: 0 } })
    expect(digest?.message.summary).toContain('2 deployments')
    expect(digest?.message.link.url).toContain('week=2026-W25&service=web')
  })
})

describe('a metric alert', () => {
  const set = (input: Partial<Parameters<typeof createAlert>[1]> = {}) =>
    createAlert(operatorOf(organizationId), {
      ...{ metric: 'change-failure-rate', direction: 'above', value: '15' },
      ...input,
    })

  it('is told when it is crossed, and when it is back, once each', async () => {
    await webhook({ topics: ['metric'] })
    await set()
    await deploy(new Date('2026-06-01T10:00:00Z'), 10, 2)
    await look('2026-06-02T10:00:00Z')
    await look('2026-06-02T10:30:00Z')
    await look('2026-06-02T11:30:00Z')
    expect((await stored()).map(({ type, message }) => [type, message.title])).toEqual([
      ['metric.crossed', 'Change failure rate is above 15%'],
    ])
    expect(await listAlerts(organizationId)).toMatchObject([
      { subject: 'Change failure rate above 15%', value: '20%', crossedSince: new Date('2026-06-02T10:00:00Z') },
    ])
    await deploy(new Date('2026-06-03T10:00:00Z'), 4)
    await look('2026-06-04T10:00:00Z')
    await deploy(new Date('2026-06-03T10:00:00Z'), 10)
    await look('2026-06-04T12:00:00Z')
    expect((await stored()).map(({ type }) => type)).toEqual(['metric.crossed', 'metric.returned'])
  })

  it('of fewer than ten rows is none', async () => {
    await webhook({ topics: ['metric'] })
    await set()
    await deploy(new Date('2026-06-01T10:00:00Z'), 9, 9)
    await look('2026-06-02T10:00:00Z')
    expect(await stored()).toEqual([])
    expect(await listAlerts(organizationId)).toMatchObject([{ value: null, crossedSince: null }])
  })

  it('of a service or team goes to destinations of that service or team, and to those of all', async () => {
    await db().prisma.serviceTeam.create({ data: { organizationId, serviceKey: 'api', team: 'Core' } })
    const [all, api, web, core] = [
      await webhook({ topics: ['metric'] }),
      await webhook({ topics: ['metric'], services: ['api'] }),
      await webhook({ topics: ['metric'], services: ['web'] }),
      await webhook({ topics: ['metric'], teams: ['Core'] }),
    ]
    await deploy(new Date('2026-06-01T10:00:00Z'), 10, 5)
    await set({ scope: 'service:API' })
    await set({ scope: 'team:Core' })
    await set()
    await look('2026-06-02T10:00:00Z')
    const rows = await db().prisma.notification.findMany({ where: { organizationId }, select: { destinationId: true } })
    const count = (id: number) => rows.filter(({ destinationId }) => destinationId === id).length
    expect([all, api, web, core].map(count)).toEqual([3, 1, 0, 2])
  })

  it('is refused for what is no metric or number, beyond 20, and for other organizations', async () => {
    await expect(set({ metric: 'nothing' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(set({ value: '1e9' })).rejects.toMatchObject({ code: 'invalid' })
    const { id } = await set()
    const other = operatorOf((await createTenant()).organization.id)
    await expect(removeAlert(other, id)).rejects.toMatchObject({ code: 'not_found' })
    for (let count = 1; count < 20; count += 1) await set()
    await expect(set()).rejects.toMatchObject({ code: 'conflict' })
    await removeAlert(operatorOf(organizationId), id)
    expect(await listAlerts(organizationId)).toHaveLength(19)
  })
})
