import { db } from '@/lib/db'
import type { Repository } from '@/lib/generated/prisma/client'
import { createTestRepository } from '@/lib/git-import/test-repository'
import { githubReader } from '@/lib/hosts/github/reader'
import { claimSync } from '@/lib/hosts/sync/claim'
import { runSync, type SyncResult } from '@/lib/hosts/sync/run'
import { createRepository } from './factories'
import { type GithubServer, startGithubServer } from './github-server'
import type { StandInRepository } from './github-world'

let lastId = 0

/** A repository at a stand-in of GitHub with an empty git history. */
export async function startGithub(fullName = 'acme/api'): Promise<{ server: GithubServer; at: StandInRepository }> {
  lastId += 1
  const at = { id: lastId, fullName, defaultBranch: 'main', git: createTestRepository(), pullRequests: [] }
  return { server: await startGithubServer([at]), at }
}

/** A reader of the stand-in for which a second of waiting is a millisecond. */
export function readerOfServer({ url, token }: GithubServer) {
  return githubReader({ baseUrl: url, token }, { secondMs: 1 })
}

/** The repository of an organization that stands for one at the host. */
export async function createHostRepository(organizationId: number, at: StandInRepository): Promise<Repository> {
  const { id } = await createRepository(organizationId, at.fullName)
  return db().prisma.repository.update({ where: { id }, data: { hostId: String(at.id) } })
}

/** Runs the sync of a repository, due or not, to its end, or to the error that it throws. */
export async function syncNow(
  { organizationId, id }: Repository,
  server: GithubServer,
  stop = new AbortController().signal,
): Promise<SyncResult> {
  return runSync(await claimSync(organizationId, id), async () => readerOfServer(server), stop)
}
