import { beforeEach, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { repositoryGone } from '@/lib/deployments/first-deployments/repository-gone'
import type { Repository } from '@/lib/generated/prisma/client'
import { removeRepository } from '@/lib/sources/repositories/remove'
import type { GithubServer } from '@/lib/testing/github-server'
import { connectTo, startHistory, syncNow, writeChanges } from '@/lib/testing/github-sync'
import type { StandInRepository } from '@/lib/testing/github-world'
import { lockWaits } from '@/lib/testing/lock-waits'
import { claimSync } from './claim'
import { requestSync } from './request'

let server: GithubServer
let at: StandInRepository
let repository: Repository
const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)

beforeEach(async () => {
  said.mockClear()
  const history = await startHistory(4)
  ;({ server, at } = history)
  repository = await connectTo(server, history.repository)
  return history.stop
})

async function remove(): Promise<void> {
  const { organizationId, id, fullName } = repository
  await (await removeRepository(operatorOf(organizationId), id, fullName)).relinked
}

/** Starts work that has to wait for what `block` holds, then a removal, and lets both go on. */
async function whileRemoving(block: (client: Queryable) => Promise<unknown>, work: () => Promise<unknown>) {
  const { works, removal } = await inTransaction(db().people, never, async (client) => {
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
  writeChanges(at, 6)
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
  ['requested', requestSync],
  ['claimed', claimSync],
])('a sync cannot be %s while its repository is removed', async (_name, verb) => {
  const { organizationId, id } = repository
  const { attempt } = await inTransaction(db().people, never, async (client) => {
    await client.query('DELETE FROM repositories WHERE id = $1', [id])
    const attempt = verb(organizationId, id).catch((error: unknown) => error)
    await lockWaits(1)
    return { attempt }
  })
  expect(await attempt).toEqual(repositoryGone())
})
