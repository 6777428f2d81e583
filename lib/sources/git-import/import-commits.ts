import { correctedDate } from '@/lib/deployments/commits/graph'
import { noteGaps } from '@/lib/sources/hosts/sync/note-gaps'
import type { Clone } from './open-clone'
import { countLog, type LoggedCommit, readLog } from './read-log'
import { readGitLines } from './run-git'
import {
  type RepositoryKey,
  readGenerations,
  readStoredEdges,
  type StorableCommit,
  storeCommits,
} from './store-commits'

const batchSize = 5_000

/**
 * Stores what a clone has and the database does not, parents before children: whatever is stored has all its ancestors
 * stored, also after a run that was cut short. Returns how many commits are new.
 */
export async function importCommits(
  repository: RepositoryKey,
  clone: Clone,
  onBatch: (done: number, total: number) => void,
): Promise<number> {
  const generations = new Map<string, number>()
  const revisions = { from: clone.tips, without: await findStored(repository, clone) }
  const total = await countLog(clone, revisions)
  let batch: LoggedCommit[] = []
  let done = 0
  let stored = 0
  const storeBatch = async () => {
    stored += await storeCommits(repository, await addGenerations(repository, batch, generations))
    done += batch.length
    onBatch(done, total)
    batch = []
  }
  for await (const commits of readLog(clone, revisions, { messages: false })) {
    batch.push(...commits)
    if (batch.length >= batchSize) await storeBatch()
  }
  if (batch.length > 0) await storeBatch()
  if (clone.shallowParents.size > 0) await noteGaps(repository)
  return stored
}

/** Commits whose whole ancestry is stored. None when the clone can fill a gap that a shallow one has left. */
async function findStored(repository: RepositoryKey, { directory }: Clone): Promise<string[]> {
  const { heads, gaps } = await readStoredEdges(repository)
  const lines = await readGitLines(directory, ['cat-file', '--batch-check'], [...heads, ...gaps, ''].join('\n'))
  const present = new Set(lines.filter((line) => line.includes(' commit ')).map((line) => line.slice(0, 40)))
  return gaps.some((sha) => present.has(sha)) ? [] : heads.filter((sha) => present.has(sha))
}

/** Notes the generation of each commit in `generations`; what earlier runs have stored comes from the database. */
async function addGenerations(
  repository: RepositoryKey,
  commits: readonly LoggedCommit[],
  generations: Map<string, number>,
): Promise<StorableCommit[]> {
  const logged = new Set(commits.map(({ sha }) => sha))
  const parents = new Set(commits.flatMap((commit) => commit.parents))
  const earlier = [...parents].filter((sha) => !logged.has(sha) && !generations.has(sha))
  for (const [sha, generation] of await readGenerations(repository, earlier)) generations.set(sha, generation)
  return commits.map((commit) => {
    const known = commit.parents.flatMap((sha) => generations.get(sha) ?? [])
    const generation = correctedDate(commit.committedSeconds, known)
    generations.set(commit.sha, generation)
    return { ...commit, generation }
  })
}
