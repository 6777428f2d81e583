import { db } from '@/lib/db/db'
import { importedTables, linkedTables, refreshStatistics } from '@/lib/db/refresh-statistics'
import { correctedDate } from '@/lib/deployments/commits/graph'
import { refreshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { relinkRepository } from '@/lib/deployments/linking/relink'
import { markingTimeoutMs } from '@/lib/sources/repositories/find'
import { collectPullRequests, type HistoryCommit } from './collect-pull-requests'
import { ensureRepository } from './ensure-repository'
import { importCommits } from './import-commits'
import { importPaths } from './import-paths'
import { type Clone, openClone, readSomeCommits } from './open-clone'
import { parseMessage } from './parse-message'
import { countLog, readLog } from './read-log'
import { parseRepositoryName } from './repository-name'
import { readGitLines } from './run-git'
import type { RepositoryKey } from './store-commits'
import { storePullRequests } from './store-pull-requests'

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
  /** Whether the clone lacks the older part of its history. */
  shallow: boolean
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
  const { people, prisma } = db()
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
  await refreshStatistics(people, importedTables)
  const { defaultBranch } = clone
  const where = { organizationId_id: { organizationId, id: repositoryId } }
  await prisma.repository.update({ where, data: { defaultBranch, importedAt: new Date() } })
  const relinked = await relinkRepository(organizationId, repositoryId, ({ done, total }) =>
    report('deployments')(done, total),
  )
  await refreshFirstDeployments(organizationId, { byOperator: true })
  await refreshStatistics(people, linkedTables)
  return {
    repositoryId,
    repository: fullName,
    defaultBranch,
    commits,
    pullRequests,
    totalCommits: await prisma.commit.count({ where: repository }),
    totalPullRequests: await prisma.pullRequest.count({ where: repository }),
    relinked,
    shallow: clone.shallowParents.size > 0,
  }
}

/**
 * Stores which commits the annotated tags of a clone stand for, and notes them for linking: deployments may name them. A
 * plain tag is the commit itself.
 */
export async function importTags({ organizationId, repositoryId }: RepositoryKey, { directory }: Clone): Promise<void> {
  const format = '--format=%(objectname) %(*objecttype) %(*objectname)'
  const tags = (await readGitLines(directory, ['for-each-ref', format, 'refs/tags']))
    .map((line) => line.split(' '))
    .filter(([, type]) => type === 'commit')
  await db().prisma.$executeRaw`
    WITH stored AS (
      INSERT INTO annotated_tags (organization_id, repository_id, sha, commit_sha)
      SELECT ${organizationId}, ${repositoryId}, tag.*
      FROM unnest(${tags.map(([sha]) => sha)}::text[], ${tags.map(([, , commitSha]) => commitSha)}::text[]) AS tag
      ON CONFLICT DO NOTHING RETURNING sha
    )
    INSERT INTO link_changes AS noted (organization_id, repository_id, sha, merges)
    SELECT ${organizationId}::int, ${repositoryId}::int, sha, false FROM stored
    ORDER BY sha ON CONFLICT (organization_id, repository_id, sha, merges) DO UPDATE SET merges = noted.merges`
}

/**
 * Stores the pull requests that the messages on the default branch name. Always reads the whole branch, so that many
 * runs come to the same as one. Returns how many are new or changed.
 */
export async function importPullRequests(
  repository: RepositoryKey,
  clone: Clone,
  onBatch: (done: number, total: number) => void,
): Promise<number> {
  const revisions = { from: clone.defaultTips }
  const total = await countLog(clone, revisions)
  const history = new Map<string, HistoryCommit>()
  for await (const commits of readLog(clone, revisions, { messages: true })) {
    for (const { message, ...commit } of commits) {
      const known = commit.parents.flatMap((sha) => history.get(sha)?.generation ?? [])
      const generation = correctedDate(commit.committedSeconds, known)
      history.set(commit.sha, { ...commit, generation, reference: parseMessage(message) })
    }
    onBatch(history.size, total)
  }
  return storePullRequests(repository, clone.defaultBranch, collectPullRequests(history))
}
