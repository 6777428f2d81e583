import { type CommitNode, type CommitWalk, Frontier, generationsOf } from './frontier'

export type RangeResult =
  | { commits: CommitNode[]; complete: true }
  | { commits: CommitNode[]; complete: false; reason: 'unknown commit' | 'too many commits' }

/**
 * Git's corrected commit date (generation number v2): the commit date in seconds, or one second after the newest
 * parent where clocks disagree. Always greater than that of any ancestor.
 */
export function correctedDate(committedSeconds: number, parentGenerations: Iterable<number>): number {
  let generation = committedSeconds
  for (const parent of parentGenerations) generation = Math.max(generation, parent + 1)
  return generation
}

/** Hardly any merge has more. */
const parentsOfOneVisit = 4

/** How many visits a commit counts for: what a walk may visit bounds the parents that it follows too. */
function visitsOf(commit: CommitNode | 'unknown'): number {
  return commit === 'unknown' ? 1 : 1 + Math.max(0, commit.parents.length - parentsOfOneVisit)
}

/**
 * The commits reachable from `head` and not from `base`, newest generation first: `git rev-list base..head`. Incomplete
 * when a commit that decides is not known, when there are more than `maxCommits`, or when four times as many would be
 * visited on both sides: where a branch forked long ago, all that came since on the other side has to be.
 */
export function* commitRange(head: string, base: string, maxCommits: number): CommitWalk<RangeResult> {
  const commits: CommitNode[] = []
  const inBase = new Map([
    [head, false],
    [base, true],
  ])
  let undecided = head === base ? 0 : 1
  const frontier = new Frontier()
  for (const sha of inBase.keys()) frontier.add(sha)

  const visitParent = (parent: string, fromBase: boolean, generation: number) => {
    const known = inBase.get(parent)
    if (known === undefined) frontier.add(parent, generation - 1)
    if (known === undefined && !fromBase) undecided += 1
    if (known === false && fromBase) undecided -= 1
    inBase.set(parent, known || fromBase)
  }

  for (let visited = 0; undecided > 0; ) {
    const commit = yield* frontier.next()
    if (commit === 'unknown' || commit === 'end') return { commits, complete: false, reason: 'unknown commit' }
    if (commits.length >= maxCommits || visited >= 4 * maxCommits) {
      return { commits, complete: false, reason: 'too many commits' }
    }
    visited += visitsOf(commit)
    const fromBase = inBase.get(commit.sha) ?? false
    if (!fromBase) {
      commits.push(commit)
      undecided -= 1
    }
    for (const parent of commit.parents) visitParent(parent, fromBase, commit.generation)
  }
  return { commits, complete: true }
}

/**
 * Which of a handful of commits are `head` or an ancestor of it. Reads no further back than the oldest of them, and
 * visits at most `maxCommits`; one that the known commits do not show to be contained is left out.
 */
export function* containedIn(
  head: string,
  candidates: readonly string[],
  maxCommits: number,
): CommitWalk<ReadonlySet<string>> {
  const sought = yield* generationsOf(candidates)
  let oldest = Number.POSITIVE_INFINITY
  for (const generation of sought.values()) oldest = Math.min(oldest, generation)
  const missing = new Set(sought.keys())
  const frontier = new Frontier()
  frontier.add(head)
  const contained = new Set<string>()
  const seen = new Set([head])
  for (let visited = 0; missing.size > 0 && visited < maxCommits; ) {
    const commit = yield* frontier.next(oldest)
    if (commit === 'end') break
    visited += visitsOf(commit)
    if (commit === 'unknown') continue
    if (missing.delete(commit.sha)) contained.add(commit.sha)
    for (const parent of commit.parents) {
      if (!seen.has(parent)) frontier.add(parent, commit.generation - 1)
      seen.add(parent)
    }
  }
  return contained
}

/**
 * The first of `heads`, in their order, that is the commit `sought` or a descendant of it; null when the known commits
 * show none. One walk from all of them, which reads no further back than `sought` and visits at most `maxCommits`.
 */
export function* firstToContain(
  heads: readonly string[],
  sought: string,
  maxCommits: number,
): CommitWalk<string | null> {
  const oldest = (yield* generationsOf([sought])).get(sought)
  if (oldest === undefined) return null
  const frontier = new Frontier()
  /** The first head that reaches each commit: settled when the commit is visited, since all its descendants were. */
  const reachedFrom = new Map<string, number>()
  const reach = (sha: string, head: number, atMost?: number) => {
    const known = reachedFrom.get(sha)
    if (known === undefined) frontier.add(sha, atMost)
    reachedFrom.set(sha, Math.min(known ?? head, head))
  }
  for (const [head, sha] of heads.entries()) reach(sha, head)
  for (let visited = 0; visited < maxCommits; ) {
    const commit = yield* frontier.next(oldest)
    if (commit === 'end') return null
    visited += visitsOf(commit)
    if (commit === 'unknown') continue
    const head = reachedFrom.get(commit.sha) ?? 0
    if (commit.sha === sought) return heads[head] ?? null
    for (const parent of commit.parents) reach(parent, head, commit.generation - 1)
  }
  return null
}
