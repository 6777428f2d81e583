import { beforeEach, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { deploy } from '@/lib/testing/deploy'
import { createHistory, createRepository, createTenant, randomSha, type Tenant } from '@/lib/testing/factories'
import { readFeed } from './read-feed'

const now = new Date('2026-03-10T00:00:00Z')
const all: MetricFilters = {
  firstDay: '2026-03-01',
  lastDay: '2026-03-10',
  preset: null,
  service: null,
  environment: null,
  repository: null,
  team: null,
  leadTime: null,
}

let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant()
  await db().prisma.organization.update({
    where: { id: tenant.organization.id },
    data: { productionNames: ['production', 'prod-eu'] },
  })
})

const on = (day: number) => ({ startedAt: `2026-03-0${day}T10:00:00Z`, completedAt: `2026-03-0${day}T10:05:00Z` })

async function shown(filters: Partial<MetricFilters> = {}, organizationId = tenant.organization.id) {
  const { deployments } = await readFeed(organizationId, { ...all, ...filters }, now)
  return deployments.map(({ deploymentId }) => deploymentId)
}

/** More of the same than anyone looks through. */
async function storeMany(environment: string, production: boolean, service: string) {
  const at = new Date('2026-03-08T10:00:00Z')
  await db().prisma.deployment.createMany({
    data: Array.from({ length: 1_100 }, (_, index) => ({
      organizationId: tenant.organization.id,
      externalId: `${environment}-${index}`,
      commitSha: randomSha(),
      environment,
      service,
      production,
      status: 'success' as const,
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
    })),
  })
}

it('the latest deployments to production are found behind any number of others', async () => {
  await deploy(tenant, { deploymentId: 'one', service: 'api', ...on(1) })
  await deploy(tenant, { deploymentId: 'eu', service: 'api', environment: 'prod-eu', ...on(2) })
  await deploy(tenant, { deploymentId: 'unnamed', service: null, status: 'failure', ...on(3) })
  await storeMany('staging', false, 'api')
  expect(await shown()).toEqual(['unnamed', 'eu', 'one'])
  await storeMany('production', true, 'web')
  expect(await shown()).toHaveLength(16)
  expect(await shown({ environment: 'prod-eu' })).toEqual(['eu'])
  expect(await shown({ service: 'api' })).toEqual(['eu', 'one'])
})

it('those that run are among them, also of a service that never ended', async () => {
  await deploy(tenant, { deploymentId: 'done', service: 'api', ...on(2) })
  await deploy(tenant, {
    deploymentId: 'runs',
    service: 'api',
    ...on(3),
    status: 'in_progress',
    completedAt: undefined,
  })
  await deploy(tenant, { deploymentId: 'new', service: 'web', ...on(4), status: 'pending' })
  await deploy(tenant, { deploymentId: 'preview', service: 'web', environment: 'staging', ...on(5), status: 'pending' })
  expect(await shown()).toEqual(['new', 'runs', 'done'])
  expect(await shown({ service: 'web' })).toEqual(['new'])
  await db().prisma.deployment.updateMany({
    where: { organizationId: tenant.organization.id, externalId: { in: ['runs', 'done'] } },
    data: { voidedAt: now, voidedReason: 'A rehearsal' },
  })
  expect(await shown()).toEqual(['new'])
})

it('one that has just ended is before those that began after it and ended earlier, one that runs where it began', async () => {
  const at = (time: string) => `2026-03-01T${time}:00Z`
  const send = (deploymentId: string, startedAt: string, completedAt: string, status: DeploymentStatus = 'success') =>
    deploy(tenant, { deploymentId, service: 'api', startedAt: at(startedAt), completedAt: at(completedAt), status })
  await send('long', '09:00', '11:00', 'failure')
  await send('short', '10:00', '10:05')
  await send('ends-ahead', '10:30', '12:00', 'in_progress')
  expect(await shown()).toEqual(['long', 'ends-ahead', 'short'])
})

it('of a repository are those of its services, also those that have none because they run or failed', async () => {
  const api = await createHistory(await createRepository(tenant.organization.id, 'acme/api'), 1)
  const web = await createHistory(await createRepository(tenant.organization.id, 'acme/web'), 1)
  await deploy(tenant, { deploymentId: 'api', service: 'backend', commitSha: api[0], ...on(1) })
  await deploy(tenant, { deploymentId: 'web', service: 'web', commitSha: web[0], ...on(2) })
  await deploy(tenant, { deploymentId: 'failed', service: 'backend', status: 'failure', ...on(3) })
  await deploy(tenant, { deploymentId: 'runs', service: 'backend', status: 'in_progress', ...on(4) })
  expect(await shown({ repository: 'Acme/API' })).toEqual(['runs', 'failed', 'api'])
  expect(await shown({ repository: 'acme/nothing' })).toEqual([])
})

it('of a team are those of its services, in whatever case it is written', async () => {
  await deploy(tenant, { deploymentId: 'api', service: 'api', ...on(1) })
  await deploy(tenant, { deploymentId: 'web', service: 'web', ...on(2) })
  await db().prisma.serviceTeam.create({
    data: { organizationId: tenant.organization.id, serviceKey: 'api', team: 'Payments' },
  })
  expect(await shown({ team: 'payments' })).toEqual(['api'])
  expect(await shown({ team: 'Platform' })).toEqual([])
})

it('are not those of another organization', async () => {
  await deploy(tenant, { service: 'api', ...on(1) })
  expect(await shown({}, (await createTenant()).organization.id)).toEqual([])
})
