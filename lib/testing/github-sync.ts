import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import { linkPending } from '@/lib/deployments/linking/relink'
import type { Repository } from '@/lib/generated/prisma/client'
import { createTokenConnection } from '@/lib/sources/connections/create-token'
import { createTestRepository } from '@/lib/sources/git-import/test-repository'
import { githubReader } from '@/lib/sources/hosts/github/reader'
import { claimSync } from '@/lib/sources/hosts/sync/claim'
import { runSync, type SyncResult } from '@/lib/sources/hosts/sync/run'
import type { SyncView } from '@/lib/sources/hosts/sync/sync-view'
import { listRepositories } from '@/lib/sources/repositories/list'
import { createRepository, createTenant } from './factories'
import { type GithubServer, startGithubServer } from './github-server'
import { pullRequestsOf, type StandInRepository } from './github-world'

let lastId = 0

/** A repository at a stand-in of GitHub with an empty git history. */
export async function startGithub(fullName = 'acme/api'): Promise<{ server: GithubServer; at: StandInRepository }> {
  lastId += 1
  const at = { id: lastId, fullName, defaultBranch: 'main', git: createTestRepository(), pullRequests: [] }
  return { server: await startGithubServer([at]), at }
}

/** A stand-in of GitHub with a repository of so many changes, and the organization whose repository stands for it. */
export async function startHistory(length: number, maxPerPage?: number) {
  const { server, at } = await startGithub()
  if (maxPerPage !== undefined) server.maxPerPage = maxPerPage
  writeChanges(at, length)
  const tenant = await createTenant()
  const repository = await createHostRepository(tenant.organization.id, at)
  const stop = async () => {
    await server.stop()
    at.git.remove()
  }
  return { server, at, tenant, repository, stop }
}

/** Makes a repository at the stand-in one of so many commits, each of which merged a pull request. */
export function writeChanges(at: StandInRepository, length: number): void {
  const commits = Array.from({ length }, (_, index) => ({
    id: index + 1,
    parents: index === 0 ? [] : [index],
    message: `Change ${index + 1} (#${index + 1})`,
  }))
  at.git.write(commits, { 'refs/heads/main': length })
  at.pullRequests = pullRequestsOf(at.git)
}

/** Lets the repository be read through a connection to the stand-in. */
export async function connectTo({ url, token }: GithubServer, { id, organizationId }: Repository): Promise<Repository> {
  const access = { host: 'github', baseUrl: url, token } as const
  const { id: connectionId } = await createTokenConnection(operatorOf(organizationId), access)
  const where = { organizationId_id: { organizationId, id } }
  return db().prisma.repository.update({ where, data: { connectionId } })
}

/** A reader of the stand-in for which a second of waiting is a millisecond. */
export function readerOfServer({ url, token }: GithubServer) {
  return githubReader({ baseUrl: url, token }, { secondMs: 1 })
}

/** The repository of an organization that stands for one at the host. */
export async function createHostRepository(organizationId: number, at: StandInRepository): Promise<Repository> {
  const { id } = await createRepository(organizationId, at.fullName)
  const where = { organizationId_id: { organizationId, id } }
  return db().prisma.repository.update({ where, data: { hostId: String(at.id) } })
}

/** Runs the sync of a repository, due or not, to its end, links and all, or to the error that it throws. */
export async function syncNow(
  { organizationId, id }: Repository,
  server: GithubServer,
  stop = never,
): Promise<SyncResult> {
  const result = await runSync(await claimSync(organizationId, id), async () => readerOfServer(server), stop)
  await linkPending(organizationId)
  return result
}

/** The sync of a repository as its organization sees it; null when there never was one. */
export async function readSync(organizationId: number, repositoryId: number): Promise<SyncView | null> {
  const repositories = await listRepositories(organizationId)
  return repositories.find(({ id }) => id === repositoryId)?.sync ?? null
}
