import { beforeAll, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { deploymentFrequency } from '@/lib/insights/metrics/deployment-frequency'
import { listServices } from '@/lib/insights/services/list'
import { deploy } from '@/lib/testing/deploy'
import { createRepository, createTenant, type Tenant } from '@/lib/testing/factories'
import { listFilterChoices } from './filter-choices'
import { parseMetricFilters, subjectNames } from './filters'
import { readReport } from './read-report'
import { readRows } from './rows/read-rows'

const now = new Date('2026-04-10T00:00:00Z')
const at = (hour: number) => ({ startedAt: `2026-03-20T${hour}:00:00Z`, completedAt: `2026-03-20T${hour}:05:00Z` })

let tenant: Tenant
let stranger: Tenant

/** "api" is in two environments of production, "web" in one, "jobs" on staging alone; prod-new gets its first. */
beforeAll(async () => {
  tenant = await createTenant({ plan: 'business' })
  stranger = await createTenant({ plan: 'business' })
  const { id: organizationId } = tenant.organization
  await db().prisma.organization.update({
    where: { id: organizationId },
    data: { productionNames: ['prod-us', 'prod-eu', 'prod-new'] },
  })
  await createRepository(organizationId, 'acme/api')
  await deploy(tenant, { service: 'API', environment: 'prod-us', ...at(10) })
  await deploy(tenant, { service: 'api', environment: 'Prod-EU', ...at(11) })
  await deploy(tenant, { service: 'web', environment: 'prod-us', status: 'failure', ...at(12) })
  await deploy(tenant, { service: 'jobs', environment: 'staging', ...at(13) })
  const { startedAt } = at(14)
  await deploy(tenant, {
    service: 'api',
    environment: 'prod-new',
    status: 'in_progress',
    startedAt,
    completedAt: undefined,
  })
  await db().prisma.serviceTeam.create({ data: { organizationId, serviceKey: 'api', team: 'Payments' } })
  await deploy(stranger, { service: 'secret', ...at(10) })
})

function filtersOf(query: Record<string, string>) {
  return parseMetricFilters(new URLSearchParams(query), 'UTC', now).filters
}

function report(query: Record<string, string>, { organization } = tenant) {
  return readReport(organization, filtersOf(query), now)
}

it.each<[string, Record<string, string>, string[]]>([
  ['nothing at all', {}, []],
  ['a service, in any case', { service: ' Api' }, []],
  ['a service that never was in production', { service: 'jobs' }, []],
  ['a service where it never ran', { service: 'web', environment: 'prod-eu' }, []],
  ['a team without a deployment of that repository', { team: 'PAYMENTS', repository: 'Acme/API' }, []],
  ['a service without deployments', { service: 'apo' }, ['service']],
  ['a service of another organization', { service: 'secret' }, ['service']],
  ['an environment that is no production', { environment: 'staging' }, ['environment']],
  ['an environment that waits for its first deployment', { environment: 'Prod-New' }, []],
  ['a repository by a part of its name', { repository: 'api' }, ['repository']],
  ['a team without services', { team: 'Payment' }, ['team']],
  [
    'nothing that there is',
    { team: 'x', repository: 'x', environment: 'x', service: 'x' },
    ['service', 'environment', 'repository', 'team'],
  ],
  ['one known name and one unknown', { service: 'api', team: 'x' }, ['team']],
])('filters name %s', async (_title, query, unknown) => {
  expect((await report(query)).unknown).toEqual(unknown)
  const rows = await readRows(tenant.organization, deploymentFrequency, filtersOf(query), now, 1)
  expect(rows.unknown).toEqual(unknown)
})

it('whatever menus and lists offer is known', async () => {
  const { id } = tenant.organization
  const choices = await listFilterChoices(id)
  const services = (await listServices(id)).listed.map(({ key }) => key)
  const offered = {
    service: [...services, ...choices.services.map(({ value }) => value)],
    environment: choices.environments.map(({ value }) => value),
    repository: choices.repositories.map(({ value }) => value),
    team: choices.teams.map(({ value }) => value),
  }
  for (const name of subjectNames) {
    expect(offered[name]).not.toEqual([])
    for (const value of offered[name]) expect((await report({ [name]: value })).unknown).toEqual([])
    expect((await report({ [name]: offered[name][0] ?? '' }, stranger)).unknown).toEqual([name])
  }
})
