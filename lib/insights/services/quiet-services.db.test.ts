import { beforeAll, describe, expect, it } from 'vitest'
import type { Organization } from '@/lib/accounts/organizations/find'
import { maxListedServices } from '@/lib/core/listed'
import { db } from '@/lib/db/db'
import { type Read, reading } from '@/lib/db/reading'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { maxNamed } from '@/lib/insights/reports/load-service-environments'
import { readReport } from '@/lib/insights/reports/read-report'
import { deploy } from '@/lib/testing/deploy'
import { createHistory, createRepository, createTenant } from '@/lib/testing/factories'
import { loadLatestServices } from './load-known'
import { loadLastDeployments } from './load-last-deployments'
import { readServices } from './read-services'
import { toServiceRows } from './rows'

const quiet: MetricFilters = {
  firstDay: '2026-03-01',
  lastDay: '2026-03-31',
  preset: null,
  service: null,
  environment: null,
  repository: null,
  team: null,
  leadTime: null,
}

const at = (hour: number) => ({ startedAt: `2026-02-01T${hour}:00:00Z`, completedAt: `2026-02-01T${hour}:05:00Z` })

let organization: Organization

/** "api" comes from acme/api to prod-us, then from acme/mono to prod-eu; "web" to prod-us alone; nothing in March. */
beforeAll(async () => {
  const tenant = await createTenant({ plan: 'business' })
  organization = tenant.organization
  const { id: organizationId } = organization
  await db().prisma.organization.update({
    where: { id: organizationId },
    data: { productionNames: ['prod-us', 'prod-eu'] },
  })
  const ofApi = await createHistory(await createRepository(organizationId, 'acme/api'), 1)
  const mono = await createRepository(organizationId, 'acme/mono')
  const ofMono = await createHistory(mono, 1)
  await deploy(tenant, { service: 'api', environment: 'prod-us', commitSha: ofApi[0], ...at(10) })
  await db().prisma.servicePath.create({
    data: { organizationId, repositoryId: mono.id, nameKey: 'api', globs: ['**'] },
  })
  await deploy(tenant, { service: 'api', environment: 'prod-eu', commitSha: ofMono[0], ...at(11) })
  await deploy(tenant, { service: 'web', environment: 'prod-us', status: 'failure', ...at(12) })
  await deploy(tenant, { service: 'jobs', environment: 'staging', ...at(13) })
  await db().prisma.serviceTeam.create({ data: { organizationId, serviceKey: 'api', team: 'Payments' } })
})

async function listed(given: Partial<MetricFilters>) {
  const filters = { ...quiet, ...given }
  const report = await readReport(organization, filters, new Date('2026-04-10T00:00:00Z'))
  return toServiceRows(report, await readServices(organization.id, report)).listed.map(
    ({ key, lastAt, lastStatus }) => `${key} ${lastAt?.toISOString().slice(11, 16) ?? '-'} ${lastStatus ?? '-'}`,
  )
}

it('a quiet service is listed wherever it was deployed, with its last deployment there', async () => {
  expect(await listed({})).toEqual(expect.arrayContaining(['api 11:05 success', 'web 12:05 failure', 'jobs - -']))
  expect((await listed({ environment: 'prod-us' })).sort()).toEqual(['api 10:05 success', 'web 12:05 failure'])
  expect(await listed({ environment: 'prod-eu' })).toEqual(['api 11:05 success'])
  expect(await listed({ repository: 'Acme/API' })).toEqual(['api 10:05 success'])
  expect(await listed({ repository: 'acme/mono' })).toEqual(['api 11:05 success'])
  expect(await listed({ environment: 'prod-eu', repository: 'acme/api' })).toEqual([])
  expect(await listed({ team: 'payments' })).toEqual(['api 11:05 success'])
  expect(await listed({ service: 'jobs' })).toEqual(['jobs - -'])
  expect(await listed({ environment: 'nowhere' })).toEqual([])
})

it('nothing of another organization is', async () => {
  const other = await createTenant()
  const report = await readReport(other.organization, quiet, new Date('2026-04-10T00:00:00Z'))
  expect(await readServices(other.organization.id, report)).toEqual({ known: [], lasts: new Map(), services: 0 })
})

describe('of an organization with very many services', () => {
  const count = maxNamed + 1
  let many: Organization

  beforeAll(async () => {
    many = (await createTenant({ plan: 'business' })).organization
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
        completed_at, service, instant, progress)
      SELECT ${many.id}, n || environment, repeat('a', 40), environment, true,
        CASE environment WHEN 'eu' THEN 'success' ELSE 'failure' END::deployment_status, at, at, 'service-' || n, at, 3
      FROM generate_series(1, ${count}) n CROSS JOIN unnest(ARRAY['eu', 'us']) environment
      CROSS JOIN LATERAL (
        SELECT timestamptz '2026-01-01' + n * interval '1 minute' + CASE environment WHEN 'eu' THEN interval '1 second' ELSE interval '0' END
      ) ended(at)`
  })

  /** Reads, and counts the values and rows that pass between the database and the process. */
  async function counted<T>(work: (read: Read) => Promise<T>): Promise<{ result: T; passed: number }> {
    let passed = 0
    const result = await reading((read) =>
      work(async <Row>(query: Prisma.Sql) => {
        const rows = await read<Row>(query)
        passed += query.values.flat().length + rows.length
        return rows
      }),
    )
    return { result, passed }
  }

  it('the requested ones have their last deployment, then those that were deployed last', async () => {
    const { result, passed } = await counted((read) =>
      loadLastDeployments(read, many.id, quiet, ['service-3', 'service-1', 'nothing']),
    )
    expect(result.services).toBe(count)
    const latest = Array.from({ length: maxListedServices }, (_, index) => `service-${count - index}`)
    expect([...result.lasts.keys()].sort()).toEqual(
      ['service-3', 'service-1', ...latest.slice(0, maxListedServices - 2)].sort(),
    )
    expect(result.lasts.get('service-3')).toEqual({ at: new Date('2026-01-01T00:03:01Z'), status: 'success' })
    expect(passed).toBeLessThan(count + 5 * maxListedServices)
  })

  it('those that were deployed last are listed', async () => {
    const { result, passed } = await counted((read) => loadLatestServices(read, many.id))
    expect(result.leftOut).toBe(count - maxListedServices)
    const latest = Array.from({ length: maxListedServices }, (_, index) => `service-${count - index}`)
    expect(result.listed.map(({ key }) => key)).toEqual(latest.sort())
    expect(result.listed.at(-1)?.last).toMatchObject({ environment: 'eu', status: 'success' })
    expect(passed).toBeLessThan(2 * count)
  })

  it('too many that filters leave are refused', async () => {
    const read = reading((each) => loadLastDeployments(each, many.id, { ...quiet, environment: 'eu' }, []))
    await expect(read).rejects.toMatchObject({ code: 'unavailable' })
  })
})
