import { groupBy } from '@/lib/core/listed'
import { createPauses } from '@/lib/core/pauses'
import { reading } from '@/lib/db/reading'
import { findCommitsOf } from '@/lib/deployments/linking/resolve-commit'
import type { KnownCommit } from '@/lib/deployments/linking/rules'
import { type Case, failedAsOf, unknownContent } from './case'
import { loadContents, type Range } from './load/contents'
import { loadDeployments, type StoredDeployment } from './load/deployments'

/** A deployed commit, and the paths of its service in the repository. */
export type Placed = { commit: KnownCommit; globs: readonly string[] | null }

/** So many of the latest deployments are learned from. */
const maxCases = 2_000

const shasAtOnce = 500

/**
 * The latest production deployments of an organization as cases to learn from. What each brings is worked out in the
 * same way whether it failed or not: from the commit that was live when it began up to its own. What linking found is
 * not asked, since it looks at successes only, and neither is what the pipeline said later.
 */
export async function loadCases(organizationId: number, now: Date): Promise<Case[]> {
  const deployments = await reading((read) => loadDeployments(read, organizationId, { before: now, count: maxCases }))
  const placed = await placeAll(organizationId, deployments)
  const ranges = await rangesOf(deployments, placed)
  const contents = await loadContents(organizationId, ranges)
  return deployments.map((deployment) => ({
    id: deployment.id,
    service: deployment.serviceKey,
    startedAt: deployment.startedAt,
    content: contents.get(deployment.id) ?? unknownContent,
    outcome: deployment.outcome,
  }))
}

/** Where the commits of deployments are, by the id of each. */
export async function placeAll(
  organizationId: number,
  deployments: readonly Pick<StoredDeployment, 'id' | 'service' | 'commitSha'>[],
): Promise<Map<number, Placed>> {
  const placed = new Map<number, Placed>()
  for (const [service, own] of groupBy(deployments, ({ service: name }) => name)) {
    for (let from = 0; from < own.length; from += shasAtOnce) {
      const some = own.slice(from, from + shasAtOnce)
      const shas = [...new Set(some.map(({ commitSha }) => commitSha))]
      const { commits, globs } = await reading((_, { client }) => findCommitsOf(client, organizationId, service, shas))
      for (const { id, commitSha } of some) {
        const commit = commits.get(commitSha)
        if (commit) placed.set(id, { commit, globs: globs.get(commit.repositoryId) ?? null })
      }
    }
  }
  return placed
}

/** From what was live when each began, where that is known, up to its own commit. */
async function rangesOf(
  deployments: readonly StoredDeployment[],
  placed: ReadonlyMap<number, Placed>,
): Promise<Range[]> {
  const ranges: Range[] = []
  const pause = createPauses()
  for (const own of groupBy(deployments, (one) => JSON.stringify([one.serviceKey, one.environmentKey])).values()) {
    for (const [index, one] of own.entries()) {
      const place = placed.get(one.id)
      const live = liveAt(own.slice(0, index), one.startedAt)
      const base = live && placed.get(live.id)
      if (place && base && base.commit.repositoryId === place.commit.repositoryId) {
        ranges.push({ id: one.id, at: one.startedAt, head: place.commit, base: base.commit, globs: place.globs })
      }
      await pause()
    }
  }
  return ranges
}

/** The deployment that was live at an instant: the last that was known to have succeeded, and not to have failed since. */
export function liveAt(earlier: readonly StoredDeployment[], at: number): StoredDeployment | null {
  let live: StoredDeployment | null = null
  for (let index = earlier.length - 1; index >= 0 && index >= earlier.length - maxLookedBack; index -= 1) {
    const one = earlier[index]
    if (one?.outcome && failedAsOf(one, at) === false && (live?.outcome?.endedAt ?? 0) < one.outcome.endedAt) live = one
  }
  return live
}

const maxLookedBack = 50
