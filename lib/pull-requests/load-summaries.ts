import type { Read } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import type { LinkMethod } from '@/lib/deployments/linking/rules'
import { shownLeadTimeSeconds } from '@/lib/deployments/links'
import { Prisma } from '@/lib/generated/prisma/client'
import type { PullRequestState } from '@/lib/generated/prisma/enums'
import { type FirstDeploymentJson, firstDeploymentOf, toFirstDeployment } from './load-first-deployment'
import { linksOfPullRequest } from './load-shipped-by'
import { type FirstDeployment, type NotLive, whyNotLive } from './shipped-by'

export type PullRequestSummary = {
  id: number
  /** Full name. */
  repository: string
  number: number
  title: string
  author: string | null
  state: PullRequestState
  baseBranch: string
  openedAt: Date | null
  mergedAt: Date | null
  closedAt: Date | null
  webUrl: string | null
  /** The deployment that delivered it. */
  delivery: Delivery | null
  /** The first deployment of a service that contained it, where none delivered it. */
  liveBefore: FirstDeployment | null
  notLive: NotLive | null
}

type Delivery = {
  id: number
  /** As the CI system sent it. */
  deploymentId: string
  service: string | null
  environment: string
  completedAt: Date
  method: LinkMethod
  /** From its merge to production; 0 where clocks have it live before. */
  leadTimeSeconds: number
}

type Row = Omit<PullRequestSummary, 'delivery' | 'liveBefore' | 'notLive'> & {
  liveBefore: FirstDeploymentJson | null
  delivery: (Omit<Delivery, 'completedAt'> & { completedAtMs: number }) | null
  rolledBackAt: Date | null
}

/** An index has the links in the order of their lead times, which is that of completion to the second. */
const deliveryOf = (organizationId: number) => Prisma.sql`
  SELECT json_build_object('id', d.id, 'deploymentId', d.external_id, 'service', d.service, 'environment',
    d.environment, 'completedAtMs', extract(epoch FROM d.completed_at) * 1000, 'method', l.method, 'leadTimeSeconds',
    ${shownLeadTimeSeconds})
  FROM ${linksOfPullRequest(organizationId)} AND ${delivers} ORDER BY l.lead_time_seconds, d.completed_at, d.id
  LIMIT 1`

const rolledBackAt = (organizationId: number) => Prisma.sql`
  SELECT max(d.completed_at) FROM ${linksOfPullRequest(organizationId)}
    AND d.production AND d.status = 'rolled_back' AND d.voided_at IS NULL`

/** The pull requests at positions, in their order. */
export async function loadSummaries(
  read: Read,
  organizationId: number,
  positions: readonly { id: number }[],
): Promise<PullRequestSummary[]> {
  const ids = positions.map(({ id }) => id)
  const rows = await read<Row>(Prisma.sql`
    SELECT p.id, r.full_name AS repository, p.number, p.title, p.author, p.state, p.base_branch AS "baseBranch",
      p.opened_at AS "openedAt", p.merged_at AS "mergedAt", p.closed_at AS "closedAt", p.web_url AS "webUrl",
      first.delivery, CASE WHEN first.delivery IS NULL THEN (${rolledBackAt(organizationId)}) END AS "rolledBackAt",
      ${firstDeploymentOf(organizationId, Prisma.sql`p.id`)} AS "liveBefore"
    FROM unnest(${ids}::int[]) WITH ORDINALITY AS position (id, rank)
    JOIN pull_requests p ON p.id = position.id AND p.organization_id = ${organizationId}
    JOIN repositories r ON r.organization_id = p.organization_id AND r.id = p.repository_id
    LEFT JOIN LATERAL (${deliveryOf(organizationId)}) AS first (delivery) ON true
    ORDER BY position.rank`)
  return rows.map(toSummary)
}

function toSummary({ delivery, rolledBackAt, liveBefore: before, ...pullRequest }: Row): PullRequestSummary {
  if (!delivery) {
    const liveBefore = before && toFirstDeployment(before)
    return { ...pullRequest, delivery, liveBefore, notLive: liveBefore ? null : whyNotLive(pullRequest, rolledBackAt) }
  }
  const { completedAtMs, ...deployment } = delivery
  const completedAt = new Date(completedAtMs)
  return { ...pullRequest, delivery: { ...deployment, completedAt }, liveBefore: null, notLive: null }
}
