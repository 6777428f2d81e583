import { reading } from '@/lib/db/reading'
import { equalsText, indexed } from '@/lib/deployments/conditions'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'

export type Neighbour = {
  id: number
  deploymentId: string
  status: DeploymentStatus
  voided: boolean
  startedAt: Date
}

/** The deployments right before and after one, of the same service and environment. */
export type Neighbours = { previous: Neighbour | null; next: Neighbour | null }

/** So many deployments of the service, to whatever environment, are looked at in each direction. */
const horizon = 2_000

/** Finds the neighbours of a deployment of an organization. */
export function findNeighbours(
  organizationId: number,
  deployment: { id: number; startedAt: Date; service: string | null; environment: string },
): Promise<Neighbours> {
  const { id, startedAt, service, environment } = deployment
  const sameService =
    service === null ? Prisma.sql`${indexed(Prisma.sql`service`)} IS NULL` : equalsText(Prisma.sql`service`, service)
  const position = Prisma.sql`(${startedAt}::timestamptz, ${id}::bigint)`
  const nearest = (beyond: Prisma.Sql, order: Prisma.Sql) => Prisma.sql`
    SELECT id::float8, external_id AS "deploymentId", status, voided_at IS NOT NULL AS voided, started_at AS "startedAt" FROM (
      SELECT * FROM deployments
      WHERE organization_id = ${organizationId} AND ${sameService} AND (started_at, id) ${beyond} ${position}
      ORDER BY ${order} LIMIT ${horizon}
    ) near
    WHERE environment = ${environment} LIMIT 1`
  return reading(async (read) => {
    const [previous] = await read<Neighbour>(nearest(Prisma.sql`<`, Prisma.sql`started_at DESC, id DESC`))
    const [next] = await read<Neighbour>(nearest(Prisma.sql`>`, Prisma.sql`started_at, id`))
    return { previous: previous ?? null, next: next ?? null }
  })
}
