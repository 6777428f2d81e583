import type { Read } from '@/lib/db/reading'
import { reporting } from '@/lib/db/reporting'
import { type DeploymentSummary, loadSummaries } from '@/lib/deployments/load-summaries'
import { Prisma } from '@/lib/generated/prisma/client'
import { versionOf } from '@/lib/http/version'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { type DeploymentKind, ended, running } from '@/lib/insights/reports/load-service-environments'
import { inScope } from '@/lib/insights/reports/per-service-environment'
import { findChosen, type Selection } from '@/lib/insights/reports/scope'

type Feed = {
  /** The deployments to production that filters mean and that run, or ended last: what happened last first. */
  deployments: DeploymentSummary[]
  /** Another one after each of them changes, and every minute: the numbers of a period move with the time. */
  version: string
}

const maxShown = 16
const minuteMs = 60_000

/** What happened last, for a screen that no one touches. */
export async function readFeed(organizationId: number, filters: MetricFilters, now: Date): Promise<Feed> {
  const deployments = await listLatestProduction(organizationId, filters, maxShown)
  const shown = deployments.map(({ id, status, completedAt, linkedPRs }) => [id, status, completedAt, linkedPRs])
  return { deployments, version: versionOf([shown, Math.floor(now.getTime() / minuteMs)]) }
}

/** A deployment, and when it ended; when it began for one that runs. */
type Latest = { id: number; at: Date }

/**
 * The deployments to production that filters select and that run, or ended last: the latest end, or start of one that
 * runs, first, void ones aside. Costs the same however many others there are.
 */
function listLatestProduction(
  organizationId: number,
  selection: Selection,
  limit: number,
): Promise<DeploymentSummary[]> {
  return reporting(organizationId, async (read) => {
    const found = [
      ...(await loadLatest(read, organizationId, selection, running, limit)),
      ...(await loadLatest(read, organizationId, selection, ended, limit)),
    ].sort((a, b) => b.at.getTime() - a.at.getTime() || b.id - a.id)
    return loadSummaries(read, organizationId, found.slice(0, limit))
  })
}

/** The latest of a kind in all service environments, from the indexes alone. */
async function loadLatest(
  read: Read,
  organizationId: number,
  selection: Selection,
  kind: DeploymentKind,
  limit: number,
): Promise<Latest[]> {
  const latest = inScope(
    organizationId,
    await findChosen(read, organizationId, selection, kind),
    (isInScope) => Prisma.sql`
      SELECT d.id, ${kind.at} AS at FROM deployments d WHERE ${isInScope} AND ${kind.includes}
      ORDER BY ${kind.at} DESC, d.id DESC LIMIT ${limit}`,
  )
  return read<Latest>(Prisma.sql`
    SELECT each.id::float8, each.at FROM (${latest}) AS each ORDER BY each.at DESC, each.id DESC LIMIT ${limit}`)
}
