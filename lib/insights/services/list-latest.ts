import type { Position } from '@/lib/db/cursor'
import { reading } from '@/lib/db/reading'
import { indexed } from '@/lib/deployments/conditions'
import { type DeploymentSummary, loadSummaries } from '@/lib/deployments/load-summaries'
import { Prisma } from '@/lib/generated/prisma/client'

/** So many of the latest deployments of a spelling are looked at for those that are not void. */
const lookedAt = 1_000

/** The latest deployments of a service, given in all ways it is spelled, the latest start first; void ones aside. */
export function listLatestDeployments(
  organizationId: number,
  { spellings }: { spellings: readonly string[] },
  limit: number,
): Promise<DeploymentSummary[]> {
  return reading(async (read) => {
    const positions = await read<Position>(Prisma.sql`
      SELECT found.* FROM unnest(${[...spellings]}::text[]) AS spelling
      CROSS JOIN LATERAL (
        SELECT d.id::float8, d.started_at AS "startedAt" FROM (
          SELECT d.* FROM deployments d
          WHERE d.organization_id = ${organizationId}
            AND ${indexed(Prisma.sql`d.service`)} = ${indexed(Prisma.sql`spelling`)}
          ORDER BY d.started_at DESC, d.id DESC LIMIT ${lookedAt}
        ) d
        WHERE d.voided_at IS NULL ORDER BY d.started_at DESC, d.id DESC LIMIT ${limit}
      ) found
      ORDER BY "startedAt" DESC, id DESC LIMIT ${limit}`)
    return loadSummaries(read, organizationId, positions)
  })
}
