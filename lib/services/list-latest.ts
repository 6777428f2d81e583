import { indexed } from '@/lib/deployments/conditions'
import type { Position } from '@/lib/deployments/cursor'
import { type DeploymentSummary, loadSummaries } from '@/lib/deployments/load-summaries'
import { reading } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'

export type LatestOf = {
  /** Names of services in all ways they are spelled; null for all deployments of the organization. */
  spellings: readonly string[] | null
  /** As metrics group it. */
  environment?: string | null
  /** Full name. */
  repository?: string | null
  /** Whether only deployments to production are meant. */
  production?: boolean
}

/** So many of the latest deployments, of each spelling where there are some, are looked at. */
const lookedAt = 1_000

/** The latest deployments of an organization or of some of its services, the latest start first; void ones aside. */
export function listLatestDeployments(
  organizationId: number,
  of: LatestOf,
  limit: number,
): Promise<DeploymentSummary[]> {
  return reading(async (read) => {
    const positions = await read<Position>(
      of.spellings === null
        ? found(organizationId, of, Prisma.sql`true`, limit)
        : Prisma.sql`
          SELECT found.* FROM unnest(${[...of.spellings]}::text[]) AS spelling
          CROSS JOIN LATERAL (${found(organizationId, of, ofSpelling, limit)}) found
          ORDER BY "startedAt" DESC, id DESC LIMIT ${limit}`,
    )
    return loadSummaries(read, organizationId, positions)
  })
}

const ofSpelling = Prisma.sql`${indexed(Prisma.sql`d.service`)} = ${indexed(Prisma.sql`spelling`)}`

function found(organizationId: number, of: LatestOf, condition: Prisma.Sql, limit: number): Prisma.Sql {
  const { environment = null, repository = null, production = false } = of
  return Prisma.sql`
    SELECT d.id::float8, d.started_at AS "startedAt" FROM (
      SELECT d.* FROM deployments d WHERE d.organization_id = ${organizationId} AND ${condition}
      ORDER BY d.started_at DESC, d.id DESC LIMIT ${lookedAt}
    ) d
    LEFT JOIN repositories r ON r.id = d.repository_id
    WHERE d.voided_at IS NULL AND (d.production OR NOT ${production})
      AND (${environment}::text IS NULL OR d.environment_key = ${environment})
      AND (${repository}::text IS NULL OR r.full_name_key = ${repository?.toLowerCase()})
    ORDER BY d.started_at DESC, d.id DESC LIMIT ${limit}`
}
