import { invalidPayload } from '@/lib/core/errors'
import { createPauses } from '@/lib/core/pauses'
import { knownPaths, maxFiles } from '@/lib/deployments/linking/known-paths'
import { readGlobs, touches } from '@/lib/deployments/linking/touches'
import type { LiveService } from './list-live'

/** The paths of the files that changed since a commit, by that commit. */
export type ChangedPaths = ReadonlyMap<string, readonly string[]>

/** Characters of paths that are compared with the patterns of services, each with its share of long ones. */
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
  const found: string[] = []
  for (const { service, globs, commitSha } of services) {
    const paths = knownPaths((commitSha && changed.get(commitSha)) || null)
    const near = paths && underBeginnings(paths, globs)
    left -= near === null ? 0 : costOf(near, globs)
    if (near === null || left < 0 || (await touches(globs)(near))) found.push(service)
    await pause()
  }
  return found
}

/** The paths that begin with what a glob says before its first sign: of a large repository, few. */
function underBeginnings(paths: readonly string[], globs: readonly string[]): string[] {
  const beginnings = globs.map((glob) => (/^[^*?[{]*/.exec(glob)?.[0] ?? '').replace(/\/$/, ''))
  return paths.filter((path) => beginnings.some((beginning) => path.startsWith(beginning)))
}

function costOf(paths: readonly string[], globs: readonly string[]): number {
  const characters = paths.reduce((sum, { length }) => sum + length, 0)
  return characters * Math.max(1, readGlobs(globs).characters / notLong)
}
