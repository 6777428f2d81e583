import { afterEach, beforeEach, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { createRepository, createTenant } from '@/lib/testing/factories'
import { importGit } from './import-git'
import { createTestRepository, type TestRepository } from './test-repository'

let clone: TestRepository
let organizationId: number

beforeEach(async () => {
  clone = createTestRepository()
  clone.write([{ id: 1 }, { id: 2, parents: [1], message: 'Add search (#1)' }], { 'refs/heads/main': 2 })
  organizationId = (await createTenant()).organization.id
})

afterEach(() => clone.remove())

const run = (repository: string, path = clone.path) => importGit({ organizationId, repository, path })

const names = async () => {
  const found = await db().prisma.repository.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  return found.map(({ fullName }) => fullName)
}

/** A clone that shares no commit with the other one. */
async function withUnrelated(use: (path: string) => Promise<void>) {
  const other = createTestRepository()
  try {
    other.write([{ id: 1, message: 'Another start' }], { 'refs/heads/main': 1 })
    await use(other.path)
  } finally {
    other.remove()
  }
}

it.each(['booking-api', ' Booking-API '])(
  'takes the short name %j for the one repository that goes by it',
  async (name) => {
    const { repositoryId } = await run('northwind/booking-api')
    const again = await run(name)
    expect(again).toMatchObject({ repositoryId, repository: 'northwind/booking-api', pullRequests: 0 })
    expect(await names()).toEqual(['northwind/booking-api'])
    expect(await db().prisma.pullRequest.count({ where: { organizationId } })).toBe(1)
  },
)

it('takes an alias for its repository, and a repository without commits for the one that is meant', async () => {
  const { id } = await createRepository(organizationId, 'northwind/booking', ['booking-api'])
  expect(await run('booking-api')).toMatchObject({ repositoryId: id, repository: 'northwind/booking' })
  expect(await names()).toEqual(['northwind/booking'])
})

it('refuses a short name that several repositories go by, and lists them', async () => {
  await createRepository(organizationId, 'northwind/api')
  await createRepository(organizationId, 'ferries/api')
  await expect(run('api')).rejects.toMatchObject({
    code: 'conflict',
    message: 'Several repositories are called “api”: ferries/api, northwind/api. Give the full name of one of them.',
  })
  expect(await names()).toHaveLength(2)
})

it('refuses a short name whose repository has no commit of the clone', async () => {
  await run('northwind/api')
  await withUnrelated(async (path) => {
    await expect(run('api', path)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('“api” is northwind/api here, which has no commit of this clone.'),
    })
    expect(await run('ferries/api', path)).toMatchObject({ repository: 'ferries/api', commits: 1 })
  })
})

it('refuses to import a clone a second time under a new short name; a fork needs its full name', async () => {
  await run('northwind/booking')
  await expect(run('booking-api')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('are known here as northwind/booking'),
  })
  expect(await names()).toEqual(['northwind/booking'])
  expect(await run('fork/booking')).toMatchObject({ repository: 'fork/booking', commits: 2 })
})

it('refuses the name of a service that has paths in another repository', async () => {
  const { id: repositoryId } = await createRepository(organizationId, 'northwind/mono')
  await db().prisma.servicePath.create({ data: { organizationId, repositoryId, nameKey: 'web', globs: ['web/**'] } })
  await expect(run('web')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('northwind/mono'),
  })
})

it('creates a repository by its short name, which takes its full name when it is imported by that', async () => {
  const { repositoryId } = await run('api')
  expect(await run('API')).toMatchObject({ repositoryId, repository: 'api' })
  expect(await run('northwind/api')).toMatchObject({ repositoryId, repository: 'northwind/api', commits: 0 })
  expect(await names()).toEqual(['northwind/api'])
  const renamed = await db().prisma.auditEntry.findFirst({ where: { organizationId, action: 'repository.renamed' } })
  expect(renamed).toMatchObject({ subject: 'northwind/api', details: { from: 'api', to: 'northwind/api' } })
})

it('leaves a repository of the same short name alone that has none of the commits', async () => {
  await run('api')
  await withUnrelated(async (path) => {
    expect(await run('northwind/api', path)).toMatchObject({ repository: 'northwind/api' })
  })
  expect(await names()).toEqual(['api', 'northwind/api'])
})

it('refuses a full name whose last part is an alias of another repository', async () => {
  await createRepository(organizationId, 'northwind/booking', ['api'])
  await expect(run('ferries/api')).rejects.toMatchObject({
    code: 'conflict',
    message: '“api” is an alias of northwind/booking and would mean ferries/api. Remove the alias first.',
  })
})
