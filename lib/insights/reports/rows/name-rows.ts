import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Row } from '@/lib/insights/metrics/drilldown/columns'

type DeploymentName = { id: number; deploymentId: string; repository: string | null }
type PullRequestName = { id: number; number: number; title: string; repository: string }

/**
 * Rows with what their ids are called. Ids that are gone since the rows were read, or of others, stay without. The
 * repository of an incident is that of the success that closed it.
 */
export async function nameRows(read: Read, organizationId: number, rows: readonly Row[]): Promise<Row[]> {
  const deployments = await deploymentNames(
    read,
    organizationId,
    idsOf(rows, ({ id, openedById, closedById }) => [id, openedById, closedById]),
  )
  const pullRequests = await pullRequestNames(
    read,
    organizationId,
    idsOf(rows, ({ pullRequestId }) => [pullRequestId]),
  )
  return rows.map((row) => {
    const deployment = deployments.get(row.id ?? row.closedById ?? 0)
    const pullRequest = pullRequests.get(row.pullRequestId ?? 0)
    return {
      ...row,
      deploymentId: deployments.get(row.id ?? 0)?.deploymentId ?? null,
      openedBy: deployments.get(row.openedById ?? 0)?.deploymentId ?? null,
      closedBy: deployments.get(row.closedById ?? 0)?.deploymentId ?? null,
      repository: pullRequest?.repository ?? deployment?.repository ?? null,
      number: pullRequest?.number ?? null,
      title: pullRequest?.title ?? null,
    }
  })
}

function idsOf(rows: readonly Row[], pick: (row: Row) => (number | null | undefined)[]): number[] {
  return [...new Set(rows.flatMap(pick))].filter((id) => typeof id === 'number')
}

async function deploymentNames(
  read: Read,
  organizationId: number,
  ids: number[],
): Promise<Map<number, DeploymentName>> {
  if (ids.length === 0) return new Map()
  const found = await read<DeploymentName>(Prisma.sql`
    SELECT d.id::float8, d.external_id AS "deploymentId", r.full_name AS repository
    FROM deployments d
    LEFT JOIN repositories r ON r.organization_id = d.organization_id AND r.id = d.repository_id
    WHERE d.organization_id = ${organizationId} AND d.id = ANY(${ids}::bigint[])`)
  return new Map(found.map((name) => [name.id, name]))
}

async function pullRequestNames(
  read: Read,
  organizationId: number,
  ids: number[],
): Promise<Map<number, PullRequestName>> {
  if (ids.length === 0) return new Map()
  const found = await read<PullRequestName>(Prisma.sql`
    SELECT p.id, p.number, p.title, r.full_name AS repository
    FROM pull_requests p JOIN repositories r ON r.organization_id = p.organization_id AND r.id = p.repository_id
    WHERE p.organization_id = ${organizationId} AND p.id = ANY(${ids}::int[])`)
  return new Map(found.map((name) => [name.id, name]))
}
