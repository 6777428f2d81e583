import { AppError } from '@/lib/core/errors'
import { createPauses } from '@/lib/core/pauses'
import { readGlobs, touches } from '@/lib/deployments/linking/touches'
import type { LiveService } from './list-live'

/** The paths of the files that changed since a commit, by that commit. */
export type ChangedPaths = ReadonlyMap<string, readonly string[]>

/** Characters of paths that are compared with the patterns of services, each with its share of long ones. */
const maxCompared = 4_000_000
const notLong = 512

/** Reads lines of `since <commit>`, each followed by the paths that changed since then. Throws `invalid`. */
export function parseChangedPaths(text: string): ChangedPaths {
  const changed = new Map<string, string[]>()
  let paths: string[] | null = null
  for (const line of text.split('\n')) {
    const commit = /^since ([0-9a-f]{5,40})$/i.exec(line)?.[1]
    if (commit) {
      paths = changed.get(commit) ?? []
      changed.set(commit, paths)
    } else if (line !== '') {
      if (!paths) throw new AppError('invalid', 'Invalid payload: begin with a line such as since 4b825dc')
      paths.push(line)
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
    const paths = commitSha === null ? undefined : changed.get(commitSha)
    const characters = paths?.reduce((sum, { length }) => sum + length, 0) ?? 0
    left -= characters * Math.max(1, readGlobs(globs).characters / notLong)
    if (paths === undefined || left < 0 || (await touches(globs)(paths))) found.push(service)
    await pause()
  }
  return found
}
