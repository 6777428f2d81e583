import { beforeAll, expect, it } from 'vitest'
import type { Organization } from '@/lib/accounts/organizations/find'
import { recoveryTime } from '@/lib/insights/metrics/recovery-time'
import { deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createHistory, createRepository } from '@/lib/testing/factories'
import { readReport } from './read-report'
import { readRows } from './rows/read-rows'

let organization: Organization

/** The service "shop" comes from two repositories, in turns. */
beforeAll(async () => {
  const { tenant, shas: ofApi } = await tenantWithHistory(4, 'acme/api')
  const ofWeb = await createHistory(await createRepository(tenant.organization.id, 'acme/web'), 4)
  organization = { ...tenant.organization, plan: 'business' }
  const shop = (completedAt: string, status: string, commitSha: string | undefined) =>
    deploy(tenant, { service: 'shop', startedAt: '2026-02-20T00:00:00Z', completedAt, status, commitSha })
  await shop('2026-02-20T10:00:00Z', 'success', ofApi[0])
  await shop('2026-02-20T11:00:00Z', 'success', ofWeb[0])
  await shop('2026-03-01T22:00:00Z', 'failure', ofApi[1])
  await shop('2026-03-02T10:00:00Z', 'success', ofWeb[1])
  await shop('2026-03-02T11:00:00Z', 'success', ofApi[1])
  await shop('2026-03-02T12:00:00Z', 'rolled_back', ofWeb[2])
  await shop('2026-03-02T13:00:00Z', 'success', ofApi[2])
  await shop('2026-03-02T14:00:00Z', 'failure', ofWeb[3])
})

const now = new Date('2026-03-10T00:00:00Z')

function filtersOf(repository: string | null, firstDay: string, lastDay: string) {
  return { firstDay, lastDay, preset: null, service: null, environment: null, repository, team: null, leadTime: null }
}

async function incidentsOf(repository: string | null, firstDay: string, lastDay = firstDay) {
  const filters = filtersOf(repository, firstDay, lastDay)
  const { recoveryTime, reworkRate, services } = await readReport(organization, filters, now)
  return {
    seconds: recoveryTime?.closed.map(({ seconds }) => seconds),
    open: recoveryTime?.open.map(({ openedAt }) => new Date(openedAt).toISOString()),
    rework: [reworkRate?.rework, reworkRate?.of],
    before: recoveryTime?.previous,
    services: services?.map(({ recoveryP50Seconds, openIncidents }) => [recoveryP50Seconds, openIncidents]),
  }
}

const lastFailure = '2026-03-02T14:00:00.000Z'

it('all repositories together have every incident once', async () => {
  expect(await incidentsOf(null, '2026-03-02')).toMatchObject({
    seconds: [3600, 43_200],
    open: [lastFailure],
    rework: [2, 3],
    services: [[23_400, 1]],
  })
})

it('an incident counts where the success that closed it came from, and is over everywhere', async () => {
  const ofApi = { seconds: [3600], open: [lastFailure], rework: [1, 2], services: [[3600, 1]] }
  const ofWeb = { seconds: [43_200], open: [lastFailure], rework: [1, 1], services: [[43_200, 1]] }
  for (const firstDay of ['2026-03-01', '2026-03-02']) {
    expect(await incidentsOf('acme/api', firstDay, '2026-03-02')).toMatchObject(ofApi)
    expect(await incidentsOf('acme/web', firstDay, '2026-03-02')).toMatchObject(ofWeb)
  }
})

it('so it does in the period before, and what was open then counts for both', async () => {
  expect(await incidentsOf('acme/api', '2026-03-03')).toMatchObject({ before: 3600, seconds: [], open: [lastFailure] })
  expect(await incidentsOf('acme/web', '2026-03-03')).toMatchObject({
    before: 43_200,
    seconds: [],
    open: [lastFailure],
  })
  expect(await incidentsOf('acme/api', '2026-03-05')).toMatchObject({ before: null, seconds: [], open: [lastFailure] })
  expect(await incidentsOf('acme/web', '2026-03-05')).toMatchObject({ before: null, seconds: [], open: [lastFailure] })
})

it('the rows name the repository that an incident counts for, and none while it is open', async () => {
  const rowsOf = async (repository: string | null) => {
    const filters = filtersOf(repository, '2026-03-01', '2026-03-02')
    const { rows } = await readRows(organization, recoveryTime, filters, now, 1)
    return rows.map((row) => [row.closedAt?.toISOString().slice(11, 16), row.repository])
  }
  const open = [undefined, null]
  expect(await rowsOf(null)).toEqual([open, ['13:00', 'acme/api'], ['10:00', 'acme/web']])
  expect(await rowsOf('acme/api')).toEqual([open, ['13:00', 'acme/api']])
  expect(await rowsOf('acme/web')).toEqual([open, ['10:00', 'acme/web']])
})

it('an open one has none even where what began it came from one', async () => {
  const { rows } = await readRows(
    organization,
    recoveryTime,
    filtersOf(null, '2026-03-01', '2026-03-02'),
    new Date('2026-03-02T12:30:00Z'),
    1,
  )
  expect(rows.filter(({ closedAt }) => closedAt === null).map(({ repository }) => repository)).toEqual([null])
})
