import type { TestRepository } from '@/lib/sources/git-import/test-repository'

/** A commit with dates as GitHub writes them. */
export type LoggedCommit = {
  sha: string
  parents: string[]
  authoredDate: string
  committedDate: string
  authorName: string
}

/** What git said of each tip before; commits do not change. */
const logs = new WeakMap<TestRepository, Map<string, LoggedCommit[]>>()

/** What is reachable from a commit, newest first. */
export function logOf(git: TestRepository, tip: string): LoggedCommit[] {
  const known = logs.get(git) ?? new Map<string, LoggedCommit[]>()
  logs.set(git, known)
  const log = known.get(tip) ?? readLog(git, tip)
  known.set(tip, log)
  return log
}

/** One commit; without another look at git when a log that was read has it. */
export function findCommit(git: TestRepository, sha: string): LoggedCommit | undefined {
  const known = [...(logs.get(git)?.values() ?? [])]
  for (const log of known) {
    const found = log.find((commit) => commit.sha === sha)
    if (found) return found
  }
  return logOf(git, sha)[0]
}

function readLog(git: TestRepository, tip: string): LoggedCommit[] {
  const lines = git.git('log', '--format=%H%x09%P%x09%aI%x09%cI%x09%an', tip).split('\n')
  return lines.map((line) => {
    const [sha = '', parents = '', authoredDate = '', committedDate = '', authorName = ''] = line.split('\t')
    return { sha, parents: parents.split(' ').filter(Boolean), authoredDate, committedDate, authorName }
  })
}

/** Whether a SHA is that of a commit. */
export function hasCommit(git: TestRepository, oid: string): boolean {
  try {
    return git.git('cat-file', '-t', oid) === 'commit'
  } catch {
    return false
  }
}
