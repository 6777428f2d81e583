import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { type Read, reading } from '@/lib/db/reading'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import type { Prisma, Repository } from '@/lib/generated/prisma/client'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { listUndeployed as listNow, readUndeployed } from './list-undeployed'
import { loadRepositoryServices, maxWaitingServices } from './load-repository-services'

const hourMs = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hourMs)

async function tenantWithRepository(fullName = 'acme/api') {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, fullName)
  return { organizationId: organization.id, repository }
}

const merge = (repository: Repository, number: number, hours: number, fields: { baseBranch?: string } = {}) =>
  createPullRequest(repository, { number, mergedAt: ago(hours).toISOString(), ...fields })

type Deployed = { service?: string | null; hours: number; pullRequests?: number[]; status?: 'success' | 'rolled_back' }

async function deploy(repository: Repository, { service = 'api', hours, pullRequests = [], status }: Deployed) {
  const { organizationId, id: repositoryId } = repository
  const at = ago(hours)
  await db().prisma.deployment.create({
    data: {
      organizationId,
      repositoryId,
      externalId: `${service}-${hours}`,
      commitSha: 'abcdef0123',
      environment: 'production',
      production: true,
      status: status ?? 'success',
      service,
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
      links: {
        create: pullRequests.map((pullRequestId) => ({ pullRequestId, method: 'range', leadTimeSeconds: 0 })),
      },
    },
  })
}

const listUndeployed = async (...[organizationId, only]: Parameters<typeof listNow>) => {
  await refreshFirstDeployments(organizationId)
  return (await listNow(organizationId, only)).listed
}

const shown = async (organizationId: number, only?: Parameters<typeof listNow>[1]) =>
  (await listUndeployed(organizationId, only)).map(({ service, repository, pullRequests }) => [
    service ?? repository,
    ...pullRequests.map(({ number }) => number),
  ])

describe('what is merged and not deployed', () => {
  it('is listed oldest first with its age, from the first deployment of the service on', async () => {
    const { organizationId, repository } = await tenantWithRepository()
    await merge(repository, 1, 60)
    await deploy(repository, { hours: 50 })
    const delivered = await merge(repository, 2, 40)
    await deploy(repository, { hours: 30, pullRequests: [delivered] })
    await merge(repository, 4, 10)
    await merge(repository, 3, 20)
    const [group] = await listUndeployed(organizationId)
    expect(group).toMatchObject({ service: 'api', repository: 'acme/api', total: 2 })
    expect(group?.lastDeployment.deploymentId).toBe('api-30')
    expect(group?.pullRequests.map(({ number, ageSeconds }) => [number, Math.round(ageSeconds / 3_600)])).toEqual([
      [3, 20],
      [4, 10],
    ])
  })

  it('is what the default branch has, in repositories that deploy, since 90 days', async () => {
    const { organizationId, repository } = await tenantWithRepository()
    const library = await createRepository(organizationId, 'acme/library')
    await merge(library, 1, 5)
    await deploy(repository, { hours: 24 * 200 })
    await merge(repository, 1, 24 * 91)
    await merge(repository, 2, 24 * 89)
    await merge(repository, 3, 5, { baseBranch: 'release' })
    await createPullRequest(repository, { number: 4, mergedAt: null })
    expect(await shown(organizationId)).toEqual([['api', 2]])
  })

  it('waits for each service of a repository on its own, the longest wait first', async () => {
    const { organizationId, repository } = await tenantWithRepository()
    for (const service of ['api', 'worker', null]) await deploy(repository, { service, hours: 90 })
    const [one, two, three] = [
      await merge(repository, 1, 30),
      await merge(repository, 2, 20),
      await merge(repository, 3, 10),
    ]
    await deploy(repository, { service: ' API', hours: 9, pullRequests: [one, two] })
    await deploy(repository, { service: 'worker', hours: 8, pullRequests: [one, two, three], status: 'rolled_back' })
    await deploy(repository, { service: null, hours: 7, pullRequests: [one, two, three] })
    expect(await shown(organizationId)).toEqual([
      ['worker', 1, 2, 3],
      [' API', 3],
    ])
    expect(await shown(organizationId, { service: 'Api' })).toEqual([[' API', 3]])
  })

  it('waits only for services whose paths it touches, or may touch', async () => {
    const { organizationId, repository } = await tenantWithRepository('acme/mono')
    for (const service of ['api', 'web']) await deploy(repository, { service, hours: 90 })
    await db().prisma.servicePath.createMany({
      data: ['api', 'web'].map((name) => ({
        organizationId,
        repositoryId: repository.id,
        nameKey: name,
        globs: [`services/${name}/**`],
      })),
    })
    const touching = async (number: number, paths: string[]) =>
      db().prisma.pullRequest.updateMany({
        where: { id: await merge(repository, number, 40 - number) },
        data: { paths, pathsKnown: true },
      })
    await touching(1, ['services/web/.env', 'README.md'])
    await touching(2, ['docs/a.md'])
    await touching(3, ['services/web/a.ts', 'services/api/b.ts'])
    await merge(repository, 4, 30)
    expect(await shown(organizationId)).toEqual([
      ['web', 1, 3, 4],
      ['api', 3, 4],
    ])
  })

  it('reads the paths of the services that it lists, and of no other', async () => {
    const { organizationId, repository } = await tenantWithRepository('acme/mono')
    const { id: repositoryId } = repository
    await deploy(repository, { service: 'api', hours: 90 })
    await merge(repository, 1, 30)
    await db().prisma.servicePath.createMany({
      data: ['api', ...Array.from({ length: 50 }, (_, n) => `other-${n}`)].map((nameKey) => ({
        organizationId,
        repositoryId,
        nameKey,
        globs: [`services/${nameKey}/**`],
      })),
    })
    const rows: unknown[] = []
    const { listed } = await reading((read) => {
      const noting: Read = async <Row>(query: Prisma.Sql) => {
        const found = await read<Row>(query)
        rows.push(...found)
        return found
      }
      const all = { repositoryId: null, service: null, keys: null }
      return loadRepositoryServices(noting, organizationId, all, ago(24 * 90))
    })
    expect(listed.map(({ service, globs }) => [service, globs])).toEqual([['api', ['services/api/**']]])
    expect(JSON.stringify(rows)).not.toContain('other-')
  })

  it('knows the paths of a service in letters of any language, whatever its case', async () => {
    const { organizationId, repository } = await tenantWithRepository('acme/mono')
    const { id: repositoryId } = repository
    await deploy(repository, { service: 'Übersicht', hours: 90 })
    const paths = { organizationId, repositoryId, nameKey: 'übersicht', globs: ['services/**'] }
    await db().prisma.servicePath.create({ data: paths })
    const id = await merge(repository, 1, 30)
    await db().prisma.pullRequest.updateMany({ where: { id }, data: { paths: ['docs/a.md'], pathsKnown: true } })
    expect(await shown(organizationId)).toEqual([])
  })

  it('does not wait for a service that has gone, nor for voided deployments', async () => {
    const { organizationId, repository } = await tenantWithRepository()
    await deploy(repository, { service: 'gone', hours: 24 * 120 })
    await deploy(repository, { hours: 24 * 100 })
    await deploy(repository, { hours: 50 })
    await deploy(repository, { service: 'mistake', hours: 49 })
    await db().prisma.deployment.updateMany({
      where: { organizationId, service: 'mistake' },
      data: { voidedAt: new Date() },
    })
    await merge(repository, 1, 5)
    expect(await shown(organizationId)).toEqual([['api', 1]])
  })

  it('can be limited to one repository; another organization has none of it', async () => {
    const { organizationId, repository } = await tenantWithRepository()
    const web = await createRepository(organizationId, 'acme/web')
    await deploy(repository, { hours: 50 })
    await deploy(web, { service: 'web', hours: 50 })
    await merge(repository, 1, 5)
    await merge(web, 1, 6)
    expect(await shown(organizationId)).toEqual([
      ['web', 1],
      ['api', 1],
    ])
    expect(await shown(organizationId, { repository: 'api' })).toEqual([['api', 1]])
    const { organization } = await createTenant()
    expect(await shown(organization.id)).toEqual([])
    await expect(shown(organization.id, { repository: 'api' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is looked at for the services that were deployed last, and comes in pages', async () => {
    const { organizationId, repository } = await tenantWithRepository()
    await merge(repository, 1, 5)
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, repository_id, external_id, commit_sha, environment, production, status,
        started_at, completed_at, service, instant, progress)
      SELECT ${organizationId}, ${repository.id}, 'run-' || n, repeat('a', 40), 'production', true, 'success', ended, ended,
        'service-' || n, ended, 3
      FROM generate_series(1, ${maxWaitingServices + 7}) n,
        LATERAL (SELECT now() - make_interval(hours => 10 + n) AS ended) at`
    await refreshFirstDeployments(organizationId)
    const first = await readUndeployed(organizationId, 1)
    expect([first.rows.length, first.total, first.pages, first.leftOut]).toEqual([50, maxWaitingServices, 10, 7])
    const last = await readUndeployed(organizationId, 99)
    expect([last.rows.length, last.page]).toEqual([50, 10])
    const oldest = `service-${maxWaitingServices + 7}`
    expect(await shown(organizationId, { service: oldest })).toEqual([[oldest, 1]])
  })
})
