import { beforeEach, expect, it } from 'vitest'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { db } from '@/lib/db/db'
import { createMember, createTenant, type Tenant } from '@/lib/testing/factories'
import { periodOf } from '@/lib/time/period'
import { changeAnnotation, createAnnotation, findAnnotations, listAnnotations, removeAnnotation } from './annotations'
import { chartBuckets } from './reports/buckets'

let tenant: Tenant

const actorOf = async ({ organization: { id } }: Tenant, role: 'member' | 'manager' = 'manager') => ({
  organizationId: id,
  userId: (await createMember(id, role)).id,
})
const freeze = { kind: 'freeze', title: 'Black Friday', firstDay: '2026-11-27', lastDay: '2026-11-30' } as const
const refused = (code: string) => expect.objectContaining({ code })
const november = { firstDay: '2026-11-01', lastDay: '2026-11-30', service: null, team: null }

beforeEach(async () => {
  tenant = await createTenant()
})

it('is added, changed and removed by managers, and each is in the audit log', async () => {
  const manager = await actorOf(tenant)
  const { id } = await createAnnotation(manager, freeze)
  await changeAnnotation(manager, id, { ...freeze, title: 'Cyber Week', lastDay: '', scope: 'team:Payments' })
  const { organizationId } = manager
  expect(await listAnnotations(organizationId)).toEqual([
    { ...freeze, id, title: 'Cyber Week', lastDay: '2026-11-27', service: null, team: 'Payments' },
  ])
  await removeAnnotation(manager, id)
  expect(await listAnnotations(organizationId)).toEqual([])
  const { rows } = await listAudit(organizationId, {}, null, 3)
  expect(rows.map(auditText)).toEqual([
    'removed the annotation Freeze: Cyber Week (team Payments)',
    'changed the annotation Freeze: Cyber Week (team Payments)',
    'added the annotation Freeze: Black Friday',
  ])
})

it('is for managers of its own organization', async () => {
  const { id } = await createAnnotation(await actorOf(tenant), freeze)
  const stranger = await actorOf(await createTenant())
  const member = await actorOf(tenant, 'member')
  await expect(changeAnnotation(stranger, id, freeze)).rejects.toEqual(refused('not_found'))
  await expect(removeAnnotation(stranger, id)).rejects.toEqual(refused('not_found'))
  expect(await findAnnotations(stranger.organizationId, november)).toEqual([])
  await expect(createAnnotation(member, freeze)).rejects.toEqual(refused('forbidden'))
  await expect(changeAnnotation(member, id, freeze)).rejects.toEqual(refused('forbidden'))
  await expect(removeAnnotation(member, id)).rejects.toEqual(refused('forbidden'))
  expect(await listAnnotations(tenant.organization.id)).toHaveLength(1)
})

it.each([
  { lastDay: '2026-11-26' },
  { firstDay: '2026-02-31', lastDay: '' },
  { title: ' ' },
  { title: 'a\0b' },
  { title: 'x'.repeat(81) },
])('refuses %j', async (fields) => {
  await expect(createAnnotation(await actorOf(tenant), { ...freeze, ...fields })).rejects.toEqual(refused('invalid'))
})

it('has an end to the annotations of an organization', async () => {
  const day = new Date('2026-11-01')
  const data = {
    organizationId: tenant.organization.id,
    kind: 'launch',
    title: 'x',
    firstDay: day,
    lastDay: day,
  } as const
  await db().prisma.annotation.createMany({ data: Array(200).fill(data) })
  await expect(createAnnotation(await actorOf(tenant), freeze)).rejects.toEqual(refused('conflict'))
})

it('is on the buckets of its days, without those of other days', async () => {
  const manager = await actorOf(tenant)
  await createAnnotation(manager, freeze)
  await createAnnotation(manager, { kind: 'launch', title: 'Shop', firstDay: '2026-11-03', scope: 'service:web' })
  await createAnnotation(manager, { kind: 'incident', title: 'Outage', firstDay: '2026-12-01' })
  const { parts } = periodOf('2026-11-01', '2026-11-30', 'UTC', new Date('2026-12-02'))
  const { marks } = chartBuckets(parts, await findAnnotations(manager.organizationId, november))
  expect(marks.map(({ words, first, last }) => [words, first, last])).toEqual([
    ['Launch: Shop (web), 3 Nov 2026', 1, 1],
    ['Freeze: Black Friday, 27 to 30 Nov 2026', 4, 5],
  ])
})

it('of a service or a team leaves out what is about another, and keeps what is about the services of a team', async () => {
  const manager = await actorOf(tenant)
  const { organizationId } = manager
  const data = { organizationId, team: 'Payments' }
  await db().prisma.serviceTeam.createMany({ data: [{ ...data, serviceKey: 'api' }] })
  for (const [title, scope] of [
    ['all', ''],
    ['api', 'service:api'],
    ['web', 'service:web'],
    ['Payments', 'team:Payments'],
    ['Search', 'team:Search'],
  ] as const) {
    await createAnnotation(manager, { ...freeze, title, scope })
  }
  const titlesOf = async (about: { service?: string; team?: string }) => {
    const found = await findAnnotations(organizationId, { ...november, ...about })
    return found.map(({ title }) => title)
  }
  expect(await titlesOf({ service: 'API' })).toEqual(['all', 'api', 'Payments'])
  expect(await titlesOf({ service: 'web' })).toEqual(['all', 'web'])
  expect(await titlesOf({ team: 'payments' })).toEqual(['all', 'api', 'Payments'])
  expect(await titlesOf({ team: 'Search' })).toEqual(['all', 'Search'])
})
