import { correctedDate } from '@/lib/deployments/commits/graph'
import { collectPullRequests, type HistoryCommit } from './collect-pull-requests'
import type { Clone } from './open-clone'
import { parseMessage } from './parse-message'
import { countLog, readLog } from './read-log'
import type { RepositoryKey } from './store-commits'
import { storePullRequests } from './store-pull-requests'

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
