import type { CommitNode, CommitWalk } from './frontier'

/** Runs a walk over commits that are all at hand. `find` answers undefined for a commit that is not known. */
export function walkInMemory<Result>(walk: CommitWalk<Result>, find: (sha: string) => CommitNode | undefined): Result {
  let step = walk.next()
  while (!step.done) step = walk.next(step.value.wanted.flatMap((sha) => find(sha) ?? []))
  return step.value
}
