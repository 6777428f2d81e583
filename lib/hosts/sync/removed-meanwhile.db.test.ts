import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTokenConnection } from '@/lib/connections/create-token'
import { db } from '@/lib/db'
import type { Repository } from '@/lib/generated/prisma/client'
import { removeRepository } from '@/lib/repositories/remove'
import { repositoryGone } from '@/lib/repositories/repository-gone'
import { createTenant } from '@/lib/testing/factories'
import type { GithubServer } from '@/lib/testing/github-server'
import { createHostRepository, startGithub, syncNow } from '@/lib/testing/github-sync'
import { pullRequestsOf, type StandInRepository } from '@/lib/testing/github-world'
import { lockWaits } from '@/lib/testing/lock-waits'
import { inTransaction, type Queryable } from '@/lib/transaction'
import { claimSync } from './claim'
import { requestSync } from './request'

let server: GithubServer
let at: StandInRepository
let repository: Repository
const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)

beforeEach(async () => {
  said.mockClear()
  const github = await startGithub()
  server = github.server
  at = github.at
  write(4)
  const organizationId = (await createTenant()).organization.id
  const access = { host: 'github', baseUrl: server.url, token: server.token } as const
  const { id: connectionId } = await createTokenConnection(organizationId, null, access)
  const { id } = await createHostRepository(organizationId, at)
  repository = await db().prisma.repository.update({ where: { id }, data: { connectionId } })
})

afterEach(async () => {
  await server.stop()
  at.git.remove()
})

function write(length: number): void {
  const commits = Array.from({ length }, (_, index) => ({
    id: index + 1,
    parents: index === 0 ? [] : [index],
    message: `Change ${index + 1} (#${index + 1})`,
  }))
  at.git.write(commits, { 'refs/heads/main': length })
  at.pullRequests = pullRequestsOf(at.git)
}

async function remove(): Promise<void> {
  const { organizationId, id, fullName } = repository
  await (await removeRepository(organizationId, null, id, fullName)).relinked
}

/** Starts work that has to wait for what `block` holds, then a removal, and lets both go on. */
async function whileRemoving(block: (client: Queryable) => Promise<unknown>, work: () => Promise<unknown>) {
  const { works, removal } = await inTransaction(db().people, new AbortController().signal, async (client) => {
    await block(client)
    const works = work().then(
      () => 'done',
      (error: unknown) => error,
    )
    await lockWaits(1)
    const removal = remove()
    await lockWaits(2)
    return { works, removal }
  })
  await removal
  return works
}

/** Nothing is said of the sync, and nothing is wrong with the connection. */
async function expectQuiet(): Promise<void> {
  expect(said).not.toHaveBeenCalled()
  expect(await db().prisma.hostConnection.findMany({ where: { organizationId: repository.organizationId } })).toEqual([
    expect.objectContaining({ problem: null }),
  ])
}

const insertCommit = `
  INSERT INTO commits (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation)
  VALUES ($1, $2, $3, '{}', 'Ada', now(), now(), 1)`

it('a sync that stores commits while its repository is removed ends because it is gone', async () => {
  const tip = at.git.sha(4)
  const store = (client: Queryable) => client.query(insertCommit, [repository.organizationId, repository.id, tip])
  expect(await whileRemoving(store, () => syncNow(repository, server))).toEqual(repositoryGone())
  await expectQuiet()
})

it('a sync that stores pull requests while its repository is removed ends because it is gone', async () => {
  await syncNow(repository, server)
  write(6)
  Object.assign(at.pullRequests[3] ?? {}, { title: 'Changed', updatedAt: '2027-01-01T00:00:00Z' })
  const hold = (client: Queryable) =>
    client.query('SELECT FROM pull_requests WHERE repository_id = $1 FOR SHARE', [repository.id])
  expect(await whileRemoving(hold, () => syncNow(repository, server))).toEqual(repositoryGone())
  await expectQuiet()
})

it.each(['pull requests', 'tips', 'commits'])(
  'a repository that is removed while %s are read is gone',
  async (kind) => {
    server.onRequest = (request) => (request.kind === kind ? { after: remove().catch(() => undefined) } : undefined)
    await expect(syncNow(repository, server)).rejects.toThrow(repositoryGone())
    await expectQuiet()
  },
)

it.each<[string, (organizationId: number, repositoryId: number) => Promise<unknown>]>([
  ['asked for', requestSync],
  ['claimed', claimSync],
])('a sync cannot be %s while its repository is removed', async (_name, verb) => {
  const { organizationId, id } = repository
  const { attempt } = await inTransaction(db().people, new AbortController().signal, async (client) => {
    await client.query('DELETE FROM repositories WHERE id = $1', [id])
    const attempt = verb(organizationId, id).catch((error: unknown) => error)
    await lockWaits(1)
    return { attempt }
  })
  expect(await attempt).toEqual(repositoryGone())
})
