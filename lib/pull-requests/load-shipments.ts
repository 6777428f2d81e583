import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Shipment } from '@/lib/pull-requests/delivery'

/** Nobody reads on; a commit that is deployed every minute must not fill the page. */
const mostShipments = 500

/** Whether a deployment `d` counts as a delivery of what it shipped. */
export const delivers = Prisma.sql`d.production AND d.status = 'success' AND d.voided_at IS NULL`

/** The links `l` of a pull request with their deployments `d`, to go behind FROM; conditions may follow. */
export function shipmentsOf(pullRequestId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    deployment_pull_requests l JOIN deployments d ON d.id = l.deployment_id
    WHERE l.pull_request_id = ${pullRequestId}`
}

type Row = Omit<Shipment, 'carriedFrom'> & { carriedFromId: number | null; carriedFromDeploymentId: string | null }

/** All deployments that shipped a pull request, in order of completion. */
export async function loadShipments(read: Read, pullRequestId: number): Promise<Shipment[]> {
  const rows = await read<Row>(Prisma.sql`
    SELECT d.id::float8, d.external_id AS "deploymentId", d.service, d.environment, d.pipeline_url AS "pipelineUrl",
      d.status, d.production, d.voided_at IS NOT NULL AS voided, d.completed_at AS "completedAt", l.method,
      l.lead_time_seconds AS "leadTimeSeconds", l.carried_from_id::float8 AS "carriedFromId",
      (SELECT c.external_id FROM deployments c WHERE c.id = l.carried_from_id) AS "carriedFromDeploymentId"
    FROM ${shipmentsOf(Prisma.sql`${pullRequestId}`)} AND d.completed_at IS NOT NULL
    ORDER BY d.completed_at, d.id LIMIT ${mostShipments}`)
  return rows.map(({ carriedFromId: id, carriedFromDeploymentId: deploymentId, ...shipment }) => ({
    ...shipment,
    carriedFrom: id !== null && deploymentId !== null ? { id, deploymentId } : null,
  }))
}
