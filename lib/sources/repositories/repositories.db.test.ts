import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createCommits, createRepository, createTenant } from '@/lib/testing/factories'
import {
  listRepositories,
  listRepositoryNames,
  maxShownPaths,
  readRepositories,
  readServicePaths,
  type ServicePaths,
} from './list'
import { readProgress } from './read-progress'
import { removeRepository } from './remove'
import { removeServicePaths } from './remove-service-paths'
import { setMonitored } from './set-monitored'
import { setServicePaths } from './set-service-paths'
import { syncNow } from './sync-now'

const unknownId = 2_000_000_000

const createConnection = (organizationId: number) =>
  db().prisma.hostConnection.create({
    data: {
      organizationId,
      publicId: `connection-${organizationId}`,
      host: 'github',
      baseUrl: 'https://github.com',
      name: 'acme',
      sealedSecrets: 'x',
    },
  })

async function createConnected(organizationId: number) {
  const { id: connectionId } = await createConnection(organizationId)
  const { id } = await createRepository(organizationId, 'acme/api', ['core'])
  const where = { organizationId_id: { organizationId, id } }
  return db().prisma.repository.update({ where, data: { connectionId, hostId: '1' } })
}

const actionsOf = async (organizationId: number) =>
  (await db().prisma.auditEntry.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })).map(
    ({ action, subject }) => `${action} ${subject}`,
  )

describe('the list of repositories', () => {
  it('says where each comes from, how far it is known and what means it', async () => {
    const { tenant, repository } = await tenantWithHistory(3, 'acme/mono')
    const { id: organizationId } = tenant.organization
    await (await setServicePaths(operatorOf(organizationId), repository.id, 'Billing', ['billing/'])).relinked
    await createConnected(organizationId)
    const [connected, imported] = await listRepositories(organizationId)
    expect(connected).toMatchObject({
      fullName: 'acme/api',
      connection: { host: 'github', name: 'acme' },
      aliases: ['core'],
      monitored: true,
      sync: null,
      pullRequests: 0,
      lastMergedAt: null,
    })
    expect(imported).toMatchObject({
      fullName: 'acme/mono',
      connection: null,
      servicePaths: [{ service: 'billing', globs: ['billing/**'], refused: [], leftOut: 0 }],
      pullRequests: 3,
      lastMergedAt: new Date('2026-01-01T00:02:00Z'),
    })
  })

  it('is read in pages by name, each with its pull requests', async () => {
    const { tenant, repository } = await tenantWithHistory(3, 'acme/zebra')
    const { id: organizationId } = tenant.organization
    await db().prisma.repository.createMany({
      data: Array.from({ length: 320 }, (_, n) => {
        const fullNameKey = `acme/r${String(n).padStart(3, '0')}`
        return { organizationId, fullName: fullNameKey, fullNameKey, nameKey: fullNameKey.slice(5) }
      }),
    })
    const first = await readRepositories(organizationId, 1)
    expect(first).toMatchObject({ total: 321, page: 1, pages: 7 })
    expect(first.rows).toHaveLength(50)
    expect(first.rows[0]).toMatchObject({ fullName: 'acme/r000', pullRequests: 0 })
    const last = await readRepositories(organizationId, 999)
    expect(last.rows).toHaveLength(21)
    expect(last.rows.at(-1)).toMatchObject({ id: repository.id, fullName: 'acme/zebra', pullRequests: 3 })
    expect(await listRepositoryNames(organizationId)).toHaveLength(300)
  })

  it('shows nothing of another organization', async () => {
    const [here, there] = [await createTenant(), await createTenant()]
    await createConnected(there.organization.id)
    expect(await listRepositories(here.organization.id)).toEqual([])
    expect(await readProgress(here.organization.id)).toEqual({ syncs: null, connections: null })
  })
})

describe('the progress of syncs and connections', () => {
  it('is short however many there are, and another one once any of it changes', async () => {
    const { organization } = await createTenant()
    const { id: organizationId } = organization
    const { id: repositoryId, connectionId } = await createConnected(organizationId)
    await db().people.query(
      `WITH more AS (
         INSERT INTO repositories (organization_id, full_name, full_name_key, name_key)
         SELECT $1, 'acme/more-' || n, 'acme/more-' || n, 'more-' || n FROM generate_series(1, 200) n RETURNING id)
       INSERT INTO repository_syncs (organization_id, repository_id, problem) SELECT $1, id, repeat('p', 100) FROM more`,
      [organizationId],
    )
    const read = async () => JSON.stringify(await readProgress(organizationId))
    const seen = [await read()]
    expect(seen[0]?.length).toBeLessThan(200)
    expect(await read()).toBe(seen[0])
    await db().prisma.repositorySync.create({ data: { organizationId, repositoryId } })
    seen.push(await read())
    const sync = { where: { organizationId_repositoryId: { organizationId, repositoryId } } }
    const changes = [
      { state: 'running' },
      { phase: 'commits' },
      { done: 3 },
      { total: 9 },
      { problem: 'Not there' },
    ] as const
    for (const data of [...changes, { finishedAt: new Date() }]) {
      await db().prisma.repositorySync.update({ ...sync, data })
      seen.push(await read())
    }
    for (const data of [{ name: 'acme-labs' }, { problem: 'Refused' }, { lastDeliveryAt: new Date() }]) {
      await db().prisma.hostConnection.updateMany({ where: { id: connectionId ?? 0 }, data })
      seen.push(await read())
    }
    expect(new Set(seen).size).toBe(seen.length)
  })
})

describe('monitoring', () => {
  it('stops, and requests updates when it starts again', async () => {
    const { organization } = await createTenant()
    const { id } = await createConnected(organization.id)
    await setMonitored(operatorOf(organization.id), id, false)
    await expect(syncNow(organization.id, id)).rejects.toMatchObject({ code: 'conflict' })
    expect(await db().prisma.repositorySync.findFirst({ where: { repositoryId: id } })).toBeNull()
    await setMonitored(operatorOf(organization.id), id, true)
    await setMonitored(operatorOf(organization.id), id, true)
    expect(await db().prisma.repositorySync.findFirst({ where: { repositoryId: id } })).toMatchObject({
      state: 'queued',
    })
    expect((await actionsOf(organization.id)).filter((line) => line.startsWith('repository.'))).toEqual([
      'repository.paused acme/api',
      'repository.monitored acme/api',
    ])
  })

  it('is not for a repository without a connection', async () => {
    const { organization } = await createTenant()
    const { id } = await createRepository(organization.id, 'acme/api')
    await expect(setMonitored(operatorOf(organization.id), id, false)).rejects.toMatchObject({ code: 'conflict' })
    await expect(syncNow(organization.id, id)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('paths of a service', () => {
  it('narrow what its deployments ship, past ones included, until they go', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(4, 'acme/mono')
    const { id: organizationId } = tenant.organization
    const { prisma } = db()
    for (const number of [2, 3, 4]) {
      const where = { repositoryId: repository.id, number }
      const paths = [number === 3 ? 'services/web/a.ts' : 'services/api/a.ts']
      await prisma.pullRequest.updateMany({ where, data: { paths, pathsKnown: true } })
    }
    const range = { commitSha: at(shas, 3), previousCommitSha: at(shas, 0), service: 'web' }
    expect((await deploy(tenant, range)).numbers).toHaveLength(3)

    const set = await setServicePaths(operatorOf(organizationId), repository.id, 'Web', ['services/web/'])
    expect(set).toMatchObject({ service: 'web', globs: ['services/web/**'], matches: { matching: 1, of: 3 } })
    expect(await set.relinked).toBe(1)
    expect(await prisma.deploymentPullRequest.count({ where: { organizationId } })).toBe(1)

    expect(await (await removeServicePaths(operatorOf(organizationId), repository.id, 'WEB')).relinked).toBe(1)
    expect(await prisma.deploymentPullRequest.count({ where: { organizationId } })).toBe(3)
    expect((await actionsOf(organizationId)).filter((line) => line.startsWith('service-paths.'))).toEqual([
      'service-paths.set web in acme/mono',
      'service-paths.removed web in acme/mono',
    ])
  })

  it('are refused for a service of another repository, and for paths that are none', async () => {
    const { organization } = await createTenant()
    const { id } = await createRepository(organization.id, 'acme/mono')
    await createRepository(organization.id, 'acme/web', ['shop'])
    const set = (service: string, glob: string) =>
      expect(setServicePaths(operatorOf(organization.id), id, service, [glob])).rejects
    await set('web', 'web/**').toMatchObject({ code: 'conflict' })
    await set('shop', 'web/**').toMatchObject({ code: 'conflict' })
    await set('cart', '../web/**').toMatchObject({ code: 'invalid' })
    await set(' ', 'web/**').toMatchObject({ code: 'invalid' })
    await expect(removeServicePaths(operatorOf(organization.id), id, 'cart')).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await db().prisma.servicePath.count({ where: { organizationId: organization.id } })).toBe(0)
  })
})

describe('removing a repository', () => {
  it('takes its pull requests and their links, leaves deployments and says why they have none', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(3)
    const { id: organizationId } = tenant.organization
    await deploy(tenant, { commitSha: at(shas, 2), deploymentId: 'd1' })
    const { prisma } = db()
    expect(await prisma.deploymentPullRequest.count({ where: { organizationId } })).toBe(1)
    const { fullName, relinked } = await removeRepository(operatorOf(organizationId), repository.id, ' Acme/API ')
    expect(fullName).toBe('acme/api')
    await relinked
    expect(await prisma.pullRequest.count({ where: { organizationId } })).toBe(0)
    expect(await prisma.commit.count({ where: { organizationId } })).toBe(0)
    expect(await prisma.deployment.findMany({ where: { organizationId } })).toMatchObject([
      { externalId: 'd1', repositoryId: null, unlinkedReason: 'no repository imported' },
    ])
    const [line] = await prisma.auditEntry.findMany({ where: { organizationId, action: 'repository.removed' } })
    expect(line).toMatchObject({ subject: 'acme/api', details: { pullRequests: 3 } })
  })

  it('settles what could not choose between it and another, as soon as something is linked again', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const { id: organizationId } = tenant.organization
    const fork = await createRepository(organizationId, 'bob/fork')
    await createCommits(fork, [{ sha: at(shas, 2), generation: 5 }])
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
    expect(shown.reason).toBe('commit found in several repositories')
    expect(await (await removeRepository(operatorOf(organizationId), fork.id, 'bob/fork')).relinked).toBe(1)
    expect(await db().prisma.deploymentPullRequest.count({ where: { organizationId } })).toBe(2)
  })

  it('wants its name typed', async () => {
    const { organization } = await createTenant()
    const { id } = await createRepository(organization.id, 'acme/api')
    await expect(removeRepository(operatorOf(organization.id), id, 'api')).rejects.toMatchObject({ code: 'invalid' })
    expect(await listRepositories(organization.id)).toHaveLength(1)
  })
})

it('a repository of another organization looks like an unknown one to every verb', async () => {
  const [here, there] = [await createTenant(), await createTenant()]
  const { id: foreignId } = await createConnected(there.organization.id)
  const organizationId = here.organization.id
  for (const id of [foreignId, unknownId]) {
    const attempts = [
      () => setMonitored(operatorOf(organizationId), id, false),
      () => syncNow(organizationId, id),
      () => setServicePaths(operatorOf(organizationId), id, 'cart', ['cart/**']),
      () => removeServicePaths(operatorOf(organizationId), id, 'cart'),
      () => removeRepository(operatorOf(organizationId), id, 'acme/api'),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await listRepositories(there.organization.id)).toMatchObject([{ id: foreignId, monitored: true }])
})

it('a page of repositories shows the paths of some services, and another page those of all', async () => {
  const { organization } = await createTenant()
  const { id: organizationId } = organization
  const repository = await createRepository(organizationId, 'acme/mono')
  await createRepository(organizationId, 'acme/web')
  const names = Array.from({ length: 120 }, (_, index) => `service-${String(index).padStart(3, '0')}`)
  await db().prisma.servicePath.createMany({
    data: names.map((nameKey) => ({ organizationId, repositoryId: repository.id, nameKey, globs: ['**'] })),
  })
  const { rows } = await readRepositories(organizationId, 1)
  expect(rows.map(({ servicePaths, servicesWithPaths }) => [servicePaths.length, servicesWithPaths])).toEqual([
    [maxShownPaths, 120],
    [0, 0],
  ])
  expect((await listRepositories(organizationId))[0]?.servicePaths).toHaveLength(120)
  const { page } = await readServicePaths(organizationId, repository.id, 3)
  expect(page.rows.map(({ service }) => service)).toEqual(names.slice(100))
  const other = await createTenant()
  for (const id of [repository.id, Number.NaN, 2 ** 40]) {
    await expect(readServicePaths(other.organization.id, id, 1)).rejects.toMatchObject({ code: 'not_found' })
  }
})

it('a list has the first paths of a service and a count of the others, and the service alone has all', async () => {
  const { organization } = await createTenant()
  const { id: organizationId } = organization
  const { id: repositoryId } = await createRepository(organizationId, 'acme/mono')
  const many = Array.from({ length: 50 }, (_, n) => `services/${n}/**`)
  const long = ['x'.repeat(900), 'y'.repeat(101), 'z']
  const globs = { few: ['few/**'], long, many, vast: ['v'.repeat(1_001)] }
  await db().prisma.servicePath.createMany({
    data: Object.entries(globs).map(([nameKey, own]) => ({ organizationId, repositoryId, nameKey, globs: own })),
  })
  const first = [
    ['few', globs.few, 0],
    ['long', long.slice(0, 1), 2],
    ['many', many.slice(0, 10), 40],
    ['vast', [], 1],
  ]
  const shown = (rows: ServicePaths[]) => rows.map(({ service, globs: own, leftOut }) => [service, own, leftOut])
  expect(shown((await readServicePaths(organizationId, repositoryId, 1)).page.rows)).toEqual(first)
  expect(shown((await readRepositories(organizationId, 1)).rows[0]?.servicePaths ?? [])).toEqual(first)
  expect(shown((await readServicePaths(organizationId, repositoryId, 1, 'many')).page.rows)).toEqual([
    ['many', many, 0],
  ])
  expect((await listRepositories(organizationId))[0]?.servicePaths[2]?.globs).toEqual(many)
  for (const service of ['other', 'nul\0'])
    expect((await readServicePaths(organizationId, repositoryId, 1, service)).page).toMatchObject({
      rows: [],
      total: 0,
    })
})
