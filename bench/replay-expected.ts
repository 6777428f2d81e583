import { readGitLines } from '@/lib/sources/git-import/run-git'
import type { Ancestry } from './replay-ancestry'
import type { Release } from './replay-git'

/** What git says of a release: the commits since the one before, itself alone when there is none. */
export type GitRange = { previous: string | null; commits: ReadonlySet<string> }

/** Asks git for the range of every release. */
export async function readRanges(
  clone: string,
  releases: readonly Release[],
  onProgress: (done: number) => void,
): Promise<GitRange[]> {
  const ranges: GitRange[] = []
  for (const [index, { sha }] of releases.entries()) {
    const previous = releases[index - 1]?.sha ?? null
    const listed = previous === null ? [sha] : await readGitLines(clone, ['rev-list', sha, `^${previous}`])
    ranges.push({ previous, commits: new Set(listed) })
    onProgress(index + 1)
  }
  return ranges
}

/**
 * Commits of a range outside pull requests, by sets where linking walks: a commit belongs to the commit of the line of
 * first parents that brought it. What merged a pull request accounts for all it brought, another merge for nothing:
 * its side is read the same way.
 */
export function outsideOf(
  head: string,
  range: GitRange,
  ancestry: Ancestry,
  merging: ReadonlySet<string>,
): Set<string> {
  const ofLine = (tip: string, within: ReadonlySet<string>): string[] =>
    ancestry
      .lineOf(tip, within)
      .filter((sha) => !merging.has(sha))
      .flatMap((sha) => {
        const sides = ancestry.parentsOf(sha).slice(1)
        if (sides.length === 0) return [sha]
        const brought = new Set(ancestry.broughtBy(sha).filter((other) => within.has(other)))
        return sides.flatMap((side) => ofLine(side, brought))
      })
  return new Set(ofLine(head, range.commits))
}
