import { invalidPayload } from '@/lib/core/errors'
import { createPauses } from '@/lib/core/pauses'
import { knownPaths, maxFiles } from '@/lib/deployments/linking/known-paths'
import { readGlobs, touches } from '@/lib/deployments/linking/touches'
import type { LiveService } from './list-live'

/** The paths of the files that changed since a commit, by that commit. */
export type ChangedPaths = ReadonlyMap<string, readonly string[]>

/** Characters of paths that are compared with the patterns of services, and of patterns, each with its share of long ones. */
const maxCompared = 4_000_000
const notLong = 512

const form = 'send lines such as since 4b825dc, each followed by paths with a space before each'

/** Reads lines of `since <commit>`, each followed by the paths that changed since then, behind a space. Throws `invalid`. */
export function parseChangedPaths(text: string): ChangedPaths {
  const changed = new Map<string, string[]>()
  let paths: string[] | null = null
  for (const line of text.split('\n')) {
    const commit = /^since ([0-9a-f]{5,40})$/i.exec(line)?.[1]
    if (commit) {
      paths = changed.get(commit) ?? []
      changed.set(commit, paths)
    } else if (line !== '') {
      if (!paths || !line.startsWith(' ')) throw invalidPayload(form)
      // Of more, none is compared.
      if (paths.length <= maxFiles) paths.push(line.slice(1))
    }
  }
  return changed
}

/**
 * The services that a deployment changes: those a path of which changed since what is live of them. Where it is not known
 * what is live, or what changed since, and beyond 4,000,000 characters that are compared, a service counts as changed.
 */
export async function findChanged(services: readonly LiveService[], changed: ChangedPaths): Promise<string[]> {
  let left = maxCompared
  const pause = createPauses()
  const sorted = new Map<string, readonly string[] | null>()
  const sortedSince = (commit: string) => {
    const paths = sorted.get(commit) ?? knownPaths(changed.get(commit) ?? null)?.toSorted() ?? null
    sorted.set(commit, paths)
    return paths
  }
  const isChanged = async ({ globs, commitSha }: LiveService) => {
    const paths = commitSha && sortedSince(commitSha)
    if (!paths) return true
    const near = underBeginnings(paths, globs)
    if (near.length === 0) return false
    if (left >= 0) left -= costOf(near, globs)
    return left < 0 || (await touches(globs)(near))
  }
  const found: string[] = []
  for (const service of services) {
    if (await isChanged(service)) found.push(service.service)
    await pause()
  }
  return found
}

/** The paths, which are in order, that begin with what a glob says before its first sign: of a large repository, few. */
function underBeginnings(paths: readonly string[], globs: readonly string[]): string[] {
  const beginnings = globs.map((glob) => (/^[^*?[{]*/.exec(glob)?.[0] ?? '').replace(/\/$/, '')).sort()
  const found: string[] = []
  let last: string | null = null
  for (const beginning of beginnings) {
    // Those of the last one have been found.
    if (last !== null && beginning.startsWith(last)) continue
    last = beginning
    let index = indexFrom(paths, beginning)
    for (let path = paths[index]; path?.startsWith(beginning); path = paths[index]) {
      found.push(path)
      index += 1
    }
  }
  return found
}

/** Where the first of the texts, which are in order, stands that does not come before a text. */
function indexFrom(texts: readonly string[], text: string): number {
  let [low, high] = [0, texts.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((texts[middle] ?? '') < text) low = middle + 1
    else high = middle
  }
  return low
}

/** To read a character of the patterns costs about as much as to compare one of a path. */
function costOf(paths: readonly string[], globs: readonly string[]): number {
  const { characters } = readGlobs(globs)
  const compared = paths.reduce((sum, { length }) => sum + length, 0)
  return (compared + characters) * Math.max(1, characters / notLong)
}
