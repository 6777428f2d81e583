import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { activityDays, listActivity } from '@/lib/deployments/activity'
import { countDeployments } from '@/lib/deployments/count'
import { exportDeployments } from '@/lib/deployments/export-csv'
import { listFilterValues } from '@/lib/deployments/filter-values'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { listDeployments } from '@/lib/deployments/list'
import { voidDeployment } from '@/lib/deployments/void'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { addDays, dayOf } from '@/lib/time/days'

const post = ({ token }: Tenant, fields: Record<string, unknown>) => postEvent(token, deploymentBody(fields))

async function voidLatest({ organization: { id } }: Tenant) {
  const [latest] = (await listDeployments(id, {}, null, 1)).deployments
  await voidDeployment(operatorOf(id), latest?.id ?? 0, 'never live')
}

describe('the activity of twelve weeks', () => {
  it('counts the deployments that started on each day of the time zone', async () => {
    const tenant = await createTenant()
    const { id } = tenant.organization
    await db().prisma.organization.update({ where: { id }, data: { timeZone: 'Pacific/Auckland' } })
    const at = (startedAt: string, status = 'success') => post(tenant, { startedAt, status, completedAt: startedAt })
    await at('2026-03-10T10:59:59Z')
    await at('2026-03-10T11:00:00Z', 'failure')
    await at('2026-03-10T12:00:00Z', 'rolled_back')
    await at('2026-03-10T13:00:00Z', 'cancelled')
    await at('2026-03-10T14:00:00Z')
    await voidLatest(tenant)
    await post(await createTenant(), { startedAt: '2026-03-10T12:00:00Z' })
    const days = await listActivity(id, {}, new Date('2026-03-11T11:30:00Z'))
    expect(days).toHaveLength(activityDays)
    expect(days.at(0)?.day).toBe('2025-12-19')
    expect(days.slice(-3)).toEqual([
      { day: '2026-03-10', succeeded: 1, failed: 0, all: 1, atLeast: false },
      { day: '2026-03-11', succeeded: 0, failed: 2, all: 3, atLeast: false },
      { day: '2026-03-12', succeeded: 0, failed: 0, all: 0, atLeast: false },
    ])
    expect(days.slice(0, -3).every(({ all }) => all === 0)).toBe(true)
  })

  it('counts what filters mean, whatever their days', async () => {
    const tenant = await createTenant()
    const at = (startedAt: string, fields: Record<string, unknown>) =>
      post(tenant, { startedAt, completedAt: startedAt, ...fields })
    await at('2026-03-10T10:00:00Z', { service: 'api', branch: 'main' })
    await at('2026-03-10T11:00:00Z', { service: 'api', branch: 'fix', status: 'failure' })
    await at('2026-03-11T10:00:00Z', { service: 'api-web', environment: 'staging', branch: 'main' })
    await at('2025-12-01T10:00:00Z', { service: 'api', branch: 'main' })
    const active = async (filters: DeploymentFilters) =>
      (await listActivity(tenant.organization.id, filters, new Date('2026-03-11T12:00:00Z')))
        .slice(-2)
        .map(({ all, succeeded, failed, atLeast }) => [all, succeeded, failed, atLeast])
    const none = [0, 0, 0, false]
    expect(await active({})).toEqual([
      [2, 1, 1, false],
      [1, 1, 0, false],
    ])
    expect(await active({ production: true })).toEqual([[2, 1, 1, false], none])
    expect(await active({ service: 'api', branch: 'main' })).toEqual([[1, 1, 0, false], none])
    expect(await active({ q: 'api' })).toEqual([
      [2, 1, 1, false],
      [1, 1, 0, false],
    ])
    expect(await active({ q: 'api', production: true, status: 'failure' })).toEqual([[1, 0, 1, false], none])
    expect(await active({ from: '2026-03-11', to: '2026-03-11' })).toEqual([
      [2, 1, 1, false],
      [1, 1, 0, false],
    ])
  })

  it('has every day once where the clock is changed', async () => {
    const tenant = await createTenant()
    const { id } = tenant.organization
    await db().prisma.organization.update({ where: { id }, data: { timeZone: 'Europe/Berlin' } })
    await post(tenant, { startedAt: '2026-03-28T22:59:59Z', completedAt: '2026-03-28T23:00:00Z' })
    await post(tenant, { startedAt: '2026-03-28T23:00:00Z', completedAt: '2026-03-29T00:00:00Z' })
    await post(tenant, { startedAt: '2026-03-29T22:00:00Z', completedAt: '2026-03-29T22:30:00Z' })
    const days = await listActivity(id, {}, new Date('2026-03-30T12:00:00Z'))
    expect(days.slice(-3).map(({ day, all }) => [day, all])).toEqual([
      ['2026-03-28', 1],
      ['2026-03-29', 1],
      ['2026-03-30', 1],
    ])
  })
})

describe('a day that begins twice', () => {
  it.each([
    ['America/Havana', '2025-11-02', ['2025-11-02T04:00:00Z', '2025-11-02T04:30:00Z', '2025-11-02T05:30:00Z']],
    ['Atlantic/Azores', '2025-10-26', ['2025-10-26T00:00:00Z', '2025-10-26T00:30:00Z', '2025-10-26T01:30:00Z']],
  ])('is one in %s: that which the metrics count it on', async (timeZone, day, instants) => {
    const tenant = await createTenant()
    const { id } = tenant.organization
    await db().prisma.organization.update({ where: { id }, data: { timeZone } })
    for (const startedAt of instants) await post(tenant, { startedAt, completedAt: startedAt })
    const before = addDays(day, -1)
    const found = async (from: string, to: string) => (await listDeployments(id, { from, to }, null, 10)).deployments
    expect(instants.map((instant) => dayOf(new Date(instant), timeZone))).toEqual([day, day, day])
    expect(await found(day, day)).toHaveLength(3)
    expect(await found(before, before)).toEqual([])
    expect(await countDeployments(id, { from: day, to: day })).toEqual({ value: 3, atLeast: false })
    const counted = (await listActivity(id, {}, new Date(`${addDays(day, 2)}T12:00:00Z`))).filter(({ all }) => all > 0)
    expect(counted).toMatchObject([{ day, all: 3 }])
  })
})

describe('values to filter by', () => {
  it('are those that the organization has sent, each once, but for long ones', async () => {
    const [tenant, other] = [await createTenant(), await createTenant()]
    await post(tenant, { service: 's'.repeat(201), branch: 'b'.repeat(201), triggeredBy: 't'.repeat(201) })
    for (const service of ['web', 'api', null, 'api']) {
      await post(tenant, { service, branch: service, triggeredBy: 'ada' })
      await post(other, { service: 'theirs', environment: 'elsewhere', branch: 'theirs', triggeredBy: 'eve' })
    }
    expect(await listFilterValues(tenant.organization.id)).toEqual({
      environments: ['production'],
      services: ['api', 'web'],
      teams: { listed: [], leftOut: 0 },
      branches: ['api', 'web'],
      people: ['ada'],
    })
  })

  it('are none before the first deployment', async () => {
    const { organization } = await createTenant()
    const none = { environments: [], services: [], teams: { listed: [], leftOut: 0 }, branches: [], people: [] }
    expect(await listFilterValues(organization.id)).toEqual(none)
  })
})

describe('CSV', () => {
  const csvOf = async ({ organization }: Tenant, filters = {}) => {
    let text = ''
    for await (const piece of exportDeployments(organization.id, filters)) text += piece
    return text
  }

  it('has what filters mean, the latest first, in UTC', async () => {
    const tenant = await createTenant()
    const sha = 'a'.repeat(40)
    await post(tenant, { deploymentId: 'one', service: 'api', commitSha: sha, branch: 'a "b", c' })
    await post(tenant, { deploymentId: 'two', environment: 'staging' })
    await post(await createTenant(), { deploymentId: 'theirs', service: 'api' })
    expect(await csvOf(tenant, { environment: 'production' })).toBe(
      [
        'deploymentId,service,environment,production,status,startedAt,completedAt,durationSeconds,commitSha,branch,' +
          'triggeredBy,pipelineName,pipelineUrl,linkedPRs,leadTimeP50Seconds,voided',
        `one,api,production,true,success,2026-03-02T10:00:00.000Z,2026-03-02T10:05:00.000Z,300,${sha},"a ""b"", c",,,,0,,false`,
        '',
      ].join('\n'),
    )
    expect((await csvOf(tenant)).split('\n')).toHaveLength(4)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['a;=1', "a;'=1"],
  ])('disarms what a spreadsheet takes for a formula: %j', async (text, disarmed) => {
    const tenant = await createTenant()
    await post(tenant, { deploymentId: text, service: text, triggeredBy: text })
    const [, row = ''] = (await csvOf(tenant)).split('\n')
    expect(row.startsWith(`${disarmed},${disarmed},`)).toBe(true)
  })

  it('has more than one batch', async () => {
    const { organization } = await createTenant()
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
        instant, progress)
      SELECT ${organization.id}, 'run-' || n, 'abcdef', 'production', true, 'pending', '2026-04-01', now(), 0
      FROM generate_series(1, 2500) n`
    const names = (await csvOf({ organization } as Tenant)).split('\n').map((line) => line.split(',')[0])
    expect(names.slice(1, -1)).toEqual(Array.from({ length: 2500 }, (_, index) => `run-${2500 - index}`))
  })
})
