import { beforeEach, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { deploy } from '@/lib/testing/deploy'
import { createHistory, createRepository, createTenant, type Tenant } from '@/lib/testing/factories'
import { readReport } from './read-report'
import type { Selection } from './scope'

const none: Selection = { service: null, environment: null, repository: null, team: null }
const january = { firstDay: '2026-01-01', lastDay: '2026-01-31', preset: null }
const noon = { startedAt: '2026-01-20T11:00:00Z', completedAt: '2026-01-20T12:00:00Z' }

let tenant: Tenant

beforeEach(async () => {
  tenant = await createTenant({ plan: 'business' })
})

/** A repository with so many merges in January. */
async function merged(fullName: string, merges: number, aliases: string[] = []) {
  const repository = await createRepository(tenant.organization.id, fullName, aliases)
  return { repository, shas: await createHistory(repository, merges) }
}

async function livesIn(service: string, repositoryId: number) {
  const { id: organizationId } = tenant.organization
  await db().prisma.servicePath.create({ data: { organizationId, repositoryId, nameKey: service, globs: ['**'] } })
}

async function inJanuary(selection: Partial<Selection>) {
  const filters = { ...january, ...none, leadTime: null, ...selection }
  const report = await readReport(tenant.organization, filters, new Date('2026-03-10T00:00:00Z'))
  return { merged: report.throughput?.merged, attempts: report.deploymentFrequency.attempts }
}

it('a service that was deployed has the merges of where it came from, whatever else is called like it', async () => {
  const { shas } = await merged('acme/api', 2)
  await merged('acme-labs/api', 5)
  await deploy(tenant, { service: 'api', commitSha: shas[1], ...noon })
  await deploy(tenant, { service: 'api', status: 'failure', ...noon })
  expect(await inJanuary({ service: 'api' })).toEqual({ merged: 2, attempts: 2 })
  expect(await inJanuary({ repository: 'acme/api' })).toEqual({ merged: 2, attempts: 2 })
  expect(await inJanuary({ repository: 'acme-labs/api' })).toEqual({ merged: 5, attempts: 0 })
  expect(await inJanuary({ repository: 'acme-labs/api', service: 'api' })).toEqual({ merged: 0, attempts: 0 })
})

it('a service that moved has the merges of both repositories', async () => {
  const { shas: old } = await merged('acme/api', 2)
  const { shas, repository } = await merged('acme/mono', 3)
  await deploy(tenant, { service: 'api', commitSha: old[1], status: 'rolled_back', ...noon })
  await deploy(tenant, { service: 'api', commitSha: old[1], ...noon })
  await livesIn('api', repository.id)
  await deploy(tenant, { service: 'api', commitSha: shas[0], ...noon })
  expect((await inJanuary({ service: 'api' })).merged).toBe(5)
})

it('a service that was never deployed successfully comes from where it has paths, not from its namesake', async () => {
  const { repository } = await merged('acme/mono', 3)
  await merged('acme/api', 4)
  await livesIn('api', repository.id)
  await deploy(tenant, { service: 'api', status: 'failure', ...noon })
  expect(await inJanuary({ service: 'api' })).toEqual({ merged: 3, attempts: 1 })
  expect(await inJanuary({ repository: 'acme/mono' })).toEqual({ merged: 3, attempts: 1 })
  expect(await inJanuary({ repository: 'acme/api' })).toEqual({ merged: 4, attempts: 0 })
})

it('else its full name comes before its last part, and that before an alias', async () => {
  await merged('acme/web', 1)
  await merged('acme-labs/web', 2)
  await merged('acme/site', 4, ['web', 'frontend'])
  for (const service of ['acme/web', 'WEB', 'frontend', 'nothing'])
    await deploy(tenant, { service, status: 'failure', ...noon })
  expect((await inJanuary({ service: 'acme/web' })).merged).toBe(1)
  expect((await inJanuary({ service: 'web' })).merged).toBe(3)
  expect((await inJanuary({ service: 'frontend' })).merged).toBe(4)
  expect((await inJanuary({ service: 'nothing' })).merged).toBe(0)
  expect((await inJanuary({ repository: 'acme/site' })).attempts).toBe(1)
})

it('a success of an unknown commit says nothing of a repository: the name does', async () => {
  await merged('acme/api', 2)
  await deploy(tenant, { service: 'api', ...noon })
  expect(await inJanuary({ service: 'api' })).toEqual({ merged: 2, attempts: 1 })
})

it('a team is the same in any case', async () => {
  const { shas } = await merged('acme/api', 2)
  await deploy(tenant, { service: 'api', commitSha: shas[1], ...noon })
  await db().prisma.serviceTeam.create({
    data: { organizationId: tenant.organization.id, serviceKey: 'api', team: 'Payments' },
  })
  expect(await inJanuary({ team: 'payments' })).toEqual({ merged: 2, attempts: 1 })
  expect(await inJanuary({ team: 'Platform' })).toEqual({ merged: 0, attempts: 0 })
})

it('says so where repositories were deployed as more services than are looked at, and finds one of them', async () => {
  const { id } = tenant.organization
  await merged('acme/api', 2)
  await db().prisma.$executeRaw`
    INSERT INTO repositories (organization_id, full_name, full_name_key, name_key)
    SELECT ${id}, 'team/r' || n, 'team/r' || n, 'r' || n FROM generate_series(1, 5) n`
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, repository_id, external_id, commit_sha, environment, production, status,
      started_at, completed_at, service, instant, progress)
    SELECT ${id}, r.id, r.id || '-' || n, repeat('a', 40), 'production', true, 'success', at, at, 'service-' || n, at, 3
    FROM repositories r, (SELECT n, timestamptz '2026-01-20' AS at FROM generate_series(1, 4100) n) each
    WHERE r.organization_id = ${id} AND r.full_name LIKE 'team/%'`
  await db().prisma.$executeRaw`ANALYZE deployments, repositories`
  await expect(inJanuary({ environment: 'production' })).rejects.toThrow('More than 20,000 services were deployed')
  expect((await inJanuary({ service: 'service-7' })).attempts).toBe(5)
  expect((await inJanuary({ repository: 'team/r1' })).attempts).toBe(4_100)
  await deploy(tenant, { service: 'api', status: 'failure', ...noon })
  expect((await inJanuary({ service: 'api' })).merged).toBe(2)
})
