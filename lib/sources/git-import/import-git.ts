import { db } from '@/lib/db/db'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { relinkRepository } from '@/lib/deployments/linking/relink'
import { markingTimeoutMs } from '@/lib/sources/repositories/find'
import { ensureRepository } from './ensure-repository'
import { importCommits } from './import-commits'
import { importPaths } from './import-paths'
import { importPullRequests } from './import-pull-requests'
import { importTags } from './import-tags'
import { openClone, readSomeCommits } from './open-clone'
import { parseRepositoryName } from './repository-name'

export type GitImportProgress = {
  phase: 'commits' | 'pull requests' | 'changed files' | 'deployments'
  done: number
  total: number
}

export type GitImport = {
  repositoryId: number
  /** Full name of the repository that the name means. */
  repository: string
  defaultBranch: string
  /** New ones; also those that a deepened clone showed to be dated before a parent. */
  commits: number
  /** New or changed ones. */
  pullRequests: number
  totalCommits: number
  totalPullRequests: number
  /** Deployments that are linked otherwise than before. */
  relinked: number
}

/**
 * Imports the commits of all branches and tags of a local git clone, and the pull requests merged into its default
 * branch, and links the deployments again that they concern. Run again, it adds what is new and deletes nothing.
 * AppErrors say what is wrong with the path, the branch or the name.
 */
export async function importGit(options: {
  organizationId: number
  /** "owner/api", or "api" for the one repository that goes by it; see `ensureRepository`. */
  repository: string
  path: string
  branch?: string
  onProgress?: (progress: GitImportProgress) => void
}): Promise<GitImport> {
  const { organizationId, onProgress } = options
  const name = parseRepositoryName(options.repository)
  const clone = await openClone(options.path, options.branch)
  const { prisma } = db()
  const shas = await readSomeCommits(clone)
  const { id: repositoryId, fullName } = await prisma.$transaction(
    (tx) => ensureRepository(tx, organizationId, name, { source: 'git clone', shas }),
    { timeout: markingTimeoutMs },
  )
  const repository = { organizationId, repositoryId }
  const report = (phase: GitImportProgress['phase']) => (done: number, total: number) =>
    onProgress?.({ phase, done, total })
  const commits = await importCommits(repository, clone, report('commits'))
  await importTags(repository, clone)
  const pullRequests = await importPullRequests(repository, clone, report('pull requests'))
  await importPaths(repository, clone, report('changed files'))
  const { defaultBranch } = clone
  await prisma.repository.update({ where: { id: repositoryId }, data: { defaultBranch, importedAt: new Date() } })
  const relinked = await relinkRepository(organizationId, repositoryId, ({ done, total }) =>
    report('deployments')(done, total),
  )
  await refreshFirstDeployments(organizationId)
  return {
    repositoryId,
    repository: fullName,
    defaultBranch,
    commits,
    pullRequests,
    totalCommits: await prisma.commit.count({ where: repository }),
    totalPullRequests: await prisma.pullRequest.count({ where: repository }),
    relinked,
  }
}
