import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '@/lib/db/db'
import { createTenant } from '@/lib/testing/factories'
import { importGit, importPullRequests, importTags } from './import-git'
import { openClone } from './open-clone'
import { createTestRepository, type TestRepository } from './test-repository'

let repository: TestRepository
let organizationId: number

beforeEach(async () => {
  repository = createTestRepository()
  organizationId = (await createTenant()).organization.id
})

afterEach(() => repository.remove())

const run = () => importGit({ organizationId, repository: 'acme/API', path: repository.path })

const history = [
  { id: 1 },
  { id: 2, parents: [1] },
  { id: 3, parents: [1] },
  { id: 4, parents: [3, 2], message: 'Merge pull request #7 from grace/search' },
  { id: 5, parents: [4], message: 'Faster search (#8)' },
]

test('notes for linking the merge commits apart from heads, and the objects of annotated tags, once', async () => {
  repository.write(history, { 'refs/heads/main': 5 })
  repository.git('tag', '-a', 'v1', '-m', 'v1', repository.sha(4))
  const { repositoryId } = await run()
  const key = { organizationId, repositoryId }
  const clone = await openClone(repository.path)
  const take = async () => {
    const changes = await db().prisma.linkChange.findMany({ where: { repositoryId } })
    await db().prisma.linkChange.deleteMany({ where: { repositoryId } })
    return changes.map(({ sha, merges }) => `${sha} ${merges}`).sort()
  }
  await db().prisma.annotatedTag.deleteMany({ where: { repositoryId } })
  await importTags(key, clone)
  await importTags(key, clone)
  expect(await take()).toEqual([`${repository.git('rev-parse', 'v1')} false`])
  await db().prisma.pullRequest.deleteMany({ where: { repositoryId } })
  await importPullRequests(key, clone, () => undefined)
  const [head, merge, squash] = [2, 4, 5].map(repository.sha)
  expect(await take()).toEqual([`${head} false`, `${merge} true`, `${squash} true`].sort())
})

test('the audit log says once that a repository was created', async () => {
  repository.write(history, { 'refs/heads/main': 5 })
  const { repositoryId } = await run()
  await run()
  const created = { organizationId, action: 'repository.created' }
  expect(await db().prisma.auditEntry.findMany({ where: created })).toMatchObject([
    { userId: null, subject: 'acme/API', subjectId: String(repositoryId) },
  ])
})
