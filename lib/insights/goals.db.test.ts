import { beforeEach, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { db } from '@/lib/db/db'
import { createMember, createTenant, type Tenant } from '@/lib/testing/factories'
import { findGoals, listGoals, removeGoal, setGoal } from './goals'
import { settingsOf } from './metrics/settings'
import { parseMetricFilters } from './reports/filters'
import { chartGoals } from './reports/goal-words'

let tenant: Tenant

const actorOf = async ({ organization: { id } }: Tenant, role: 'member' | 'manager' = 'manager') => ({
  organizationId: id,
  userId: (await createMember(id, role)).id,
})
const at = (day: string) => new Date(`${day}T12:00:00Z`)
const hours = (value: string) => ({ metric: 'lead-time', scope: '', value })
const refused = (code: string) => expect.objectContaining({ code })
const counted = settingsOf({ leadTimeFrom: 'merge', rolledBackFails: true }, null)
const filtersOf = (query: string) => parseMetricFilters(new URLSearchParams(query), 'UTC', at('2026-04-30')).filters
const spring = 'from=2026-03-01&to=2026-04-30'

beforeEach(async () => {
  tenant = await createTenant()
  const data = { organizationId: tenant.organization.id, serviceKey: 'api', team: 'Payments' }
  await db().prisma.serviceTeam.create({ data })
})

it('holds from its day on, ends by another and when it is removed, and each is in the audit log', async () => {
  const manager = await actorOf(tenant)
  const { organizationId } = manager
  await setGoal(manager, hours('48'), at('2026-03-01'))
  await setGoal(manager, hours('30'), at('2026-03-15'))
  const { id } = await setGoal(manager, hours('24'), at('2026-03-15'))
  const first = { metric: 'lead-time', team: null, value: 172_800, firstDay: '2026-03-01', lastDay: '2026-03-14' }
  const second = { ...first, id, value: 86_400, firstDay: '2026-03-15', lastDay: null }
  expect(await listGoals(organizationId)).toMatchObject({ holding: [second], ended: [first] })
  await removeGoal(manager, id, at('2026-04-10'))
  expect(await listGoals(organizationId)).toMatchObject({
    holding: [],
    ended: [{ ...second, lastDay: '2026-04-09' }, first],
  })
  await expect(removeGoal(manager, id)).rejects.toEqual(refused('not_found'))
  const { rows } = await listAudit(organizationId, {}, null, 4)
  expect(rows.map(auditText).map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    'removed the goal Lead time for changes: at most 1 d',
    'set the goal Lead time for changes: at most 1 d',
    'set the goal Lead time for changes: at most 1 d 6 h',
    'set the goal Lead time for changes: at most 2 d',
  ])

  const filters = filtersOf(spring)
  const goals = await findGoals(organizationId, filters, counted)
  const buckets = ['2026-03-08', '2026-03-22', '2026-04-08', '2026-04-15'].map((day) => ({
    firstDay: day,
    lastDay: day,
  }))
  const lines = chartGoals({ goals, filters }, { slug: 'lead-time', unit: 'seconds' }, buckets)
  expect(lines.map(({ words, first, last }) => [words.replaceAll('\u00a0', ' '), first, last])).toEqual([
    ['Goal 2 d from 1 to 14 Mar 2026', 0, 0],
    ['Goal 1 d from 15 Mar to 9 Apr 2026', 1, 2],
  ])
})

it('of a team is for its report alone, a rate a day of the organization for no part of it', async () => {
  const manager = await actorOf(tenant)
  const set = (metric: string, scope: string, value: string) =>
    setGoal(manager, { metric, scope, value }, at('2026-03-01'))
  await set('lead-time', '', '24')
  await set('lead-time', 'team:payments', '12')
  await set('deployment-frequency', '', '5')
  const found = async (query: string, settings = counted) =>
    (await findGoals(manager.organizationId, filtersOf(`${spring}${query}`), settings)).map(
      ({ metric, team }) => `${metric} ${team}`,
    )
  expect(await found('')).toEqual(['lead-time null', 'deployment-frequency null'])
  expect(await found('&team=PAYMENTS')).toEqual(['lead-time null', 'lead-time Payments'])
  expect(await found('&service=api')).toEqual(['lead-time null'])
  const fromFirstCommit = settingsOf({ leadTimeFrom: 'merge', rolledBackFails: true }, 'first-commit')
  expect(await found('', fromFirstCommit)).toEqual(['deployment-frequency null'])
})

it('is for managers of its own organization', async () => {
  const { id } = await setGoal(await actorOf(tenant), hours('24'))
  const stranger = await actorOf(await createTenant())
  const member = await actorOf(tenant, 'member')
  await expect(removeGoal(stranger, id)).rejects.toEqual(refused('not_found'))
  expect(await findGoals(stranger.organizationId, filtersOf(''), counted)).toEqual([])
  await expect(setGoal(stranger, { ...hours('24'), scope: 'team:Payments' })).rejects.toEqual(refused('not_found'))
  await expect(setGoal(member, hours('24'))).rejects.toEqual(refused('forbidden'))
  await expect(removeGoal(member, id)).rejects.toEqual(refused('forbidden'))
  expect((await listGoals(tenant.organization.id)).holding).toHaveLength(1)
})

it.each([
  { metric: 'throughput' },
  { metric: 'nothing' },
  { value: '' },
  { value: '-1' },
  { value: '1e9' },
  { metric: 'change-failure-rate', value: '101' },
  { metric: 'deployment-frequency', value: '0' },
  { scope: 'service:api' },
  { scope: 'team:a\0b' },
])('refuses %j', async (fields) => {
  await expect(setGoal(operatorOf(tenant.organization.id), { ...hours('24'), ...fields })).rejects.toEqual(
    refused('invalid'),
  )
})

it('has an end to the goals of an organization', async () => {
  const { id: organizationId } = tenant.organization
  const data = { organizationId, metric: 'coverage', value: 1, firstDay: at('2026-03-01') }
  await db().prisma.goal.createMany({ data: Array.from({ length: 100 }, (_, team) => ({ ...data, team: `${team}` })) })
  await expect(setGoal(operatorOf(organizationId), hours('24'))).rejects.toEqual(refused('conflict'))
})
