import { beforeEach, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { Repository } from '@/lib/generated/prisma/client'
import { importGit } from '@/lib/sources/git-import/import-git'
import type { Tenant } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { startHistory, syncNow } from '@/lib/testing/github-sync'
import type { StandInRepository } from '@/lib/testing/github-world'

const length = 5

let server: GithubServer
let at: StandInRepository
let tenant: Tenant
let repository: Repository

beforeEach(async () => {
  const history = await startHistory(length)
  ;({ server, at, tenant, repository } = history)
  await syncNow(repository, server)
  return history.stop
})

const pagesOf = (kind: string) => server.requests.filter((request) => request.kind === kind)
const countCommits = () => db().prisma.commit.count({ where: { repositoryId: repository.id } })

it('a repository that is at another host now is read from the start, whatever the former reported', async () => {
  const { id } = repository
  await db().prisma.pullRequest.updateMany({
    where: { repositoryId: id },
    data: { hostUpdatedAt: new Date('2040-01-01T00:00:00Z'), title: 'Former' },
  })
  await db().prisma.repository.updateMany({ where: { id }, data: { hostId: String(at.id + 100_000) } })
  at.id += 100_000
  expect(await syncNow(repository, server)).toEqual({ commits: 0, pullRequests: length })
  expect(await db().prisma.pullRequest.count({ where: { repositoryId: id, title: 'Former' } })).toBe(0)
  expect(await syncNow(repository, server)).toEqual({ commits: 0, pullRequests: 0 })
})

it('what is stored of a repository counts also where it is read from the start', async () => {
  const { id, organizationId } = repository
  const where = { organizationId_repositoryId: { organizationId, repositoryId: id } }
  at.id += 100_000
  await db().prisma.repository.updateMany({ where: { id }, data: { hostId: String(at.id) } })
  await syncNow(repository, server)
  const elsewhere = await db().prisma.repositorySync.findUniqueOrThrow({ where })
  expect(elsewhere.cursor).toMatchObject({ graphSize: 2 * length - 1 })
  await db().prisma.repositorySync.update({ where, data: { cursor: { provisional: true } } })
  await syncNow(repository, server)
  const again = await db().prisma.repositorySync.findUniqueOrThrow({ where })
  expect(again.cursor).toMatchObject({ graphSize: 2 * length - 1 })
})

it('a shallow clone that is imported alongside the host leaves no gap', async () => {
  at.git.write(
    [
      { id: length + 1, parents: [length] },
      { id: length + 2, parents: [length + 1] },
    ],
    { 'refs/heads/main': length + 2 },
  )
  const clone = `${at.git.path}-clone`
  at.git.git('clone', '--quiet', '--depth=1', `file://${at.git.path}`, clone)
  await importGit({ organizationId: tenant.organization.id, repository: 'acme/api', path: clone })
  expect(await countCommits()).toBe(length + 1)
  expect(await syncNow(repository, server)).toMatchObject({ commits: 1 })
  server.requests.length = 0
  expect(await syncNow(repository, server)).toMatchObject({ commits: 0 })
  expect(pagesOf('commits')).toEqual([])
})
