import type { CommitEdges } from './frontier'

/**
 * Those commits of a range that no pull request brought, merges not counted. `commits` is the whole range from its head
 * on, `merging` the SHAs of the commits that merged a pull request: such a commit accounts for itself, for all that
 * only its merge brought and, after a fast-forward, for those down to the first commit, which is its value, else null.
 * What a merge brought is what the first parent's side does not have, as `git log --first-parent` shows it. Yields null
 * for each of the others: between two commits, the caller can do something else.
 */
export function* outsidePullRequests(
  commits: readonly CommitEdges[],
  merging: ReadonlyMap<string, string | null>,
): Generator<string | null, void> {
  const known = new Map(commits.map((commit) => [commit.sha, commit]))
  const seen = new Set<string>()
  const isAhead = (sha: string) => known.has(sha) && !seen.has(sha)
  // The oldest merge first: what it brought is its own, also when a later one contains it too.
  const waiting = commits.slice(0, 1).map(({ sha }) => ({ sha, covered: false }))
  for (let line = waiting.pop(); line; line = waiting.pop()) {
    let forwardedFrom: string | null = null
    for (const commit of unseenMainline(line.sha, known, seen)) {
      forwardedFrom = merging.get(commit.sha) ?? forwardedFrom
      const covered = line.covered || merging.has(commit.sha) || forwardedFrom !== null
      if (commit.sha === forwardedFrom) forwardedFrom = null
      for (const sha of commit.parents.slice(1).filter(isAhead)) waiting.push({ sha, covered })
      yield !covered && commit.parents.length < 2 ? commit.sha : null
    }
  }
}

/** From a commit along first parents, as far as no walk went before. */
function* unseenMainline(head: string, known: ReadonlyMap<string, CommitEdges>, seen: Set<string>) {
  for (let commit = known.get(head); commit && !seen.has(commit.sha); commit = known.get(commit.parents[0] ?? '')) {
    seen.add(commit.sha)
    yield commit
  }
}
