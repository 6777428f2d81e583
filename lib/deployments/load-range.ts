import { reading } from '@/lib/db/reading'
import { readBase, type ShownBase } from '@/lib/deployments/load-base'
import { Prisma } from '@/lib/generated/prisma/client'

/** `leadTimeSeconds` is 0 where clocks have it live before its date. */
export type ShippedCommit = { sha: string; authorName: string; committedAt: Date; leadTimeSeconds: number }

/** The commits that a deployment shipped. */
export type DeployedRange = {
  /** Where they begin; null when only the deployed commit counts. */
  base: ShownBase | null
  /** All of them but merges; null when that is not known. */
  commitCount: number | null
  /** Those that no pull request brought. */
  outside: {
    count: number
    /** Median from the commit to production; null without any. */
    leadTimeP50Seconds: number | null
    /** The first hundred, the newest first. */
    latest: ShippedCommit[]
  }
}

const maxCommits = 100

type Row = {
  commitCount: number | null
  count: number
  leadTimeP50Seconds: number | null
}

/** Which commits a deployment of an organization shipped, as linking found them. */
export function loadRange(organizationId: number, id: number): Promise<DeployedRange> {
  return reading(async (read) => {
    const [row] = await read<Row>(Prisma.sql`
      SELECT d.commit_count AS "commitCount", o.count, o."leadTimeP50Seconds" FROM deployments d
      CROSS JOIN LATERAL (
        SELECT count(*)::int, percentile_cont(0.5) WITHIN GROUP (ORDER BY greatest(lead_time_seconds, 0)) AS "leadTimeP50Seconds"
        FROM deployment_commits WHERE organization_id = d.organization_id AND deployment_id = d.id
      ) o
      WHERE d.organization_id = ${organizationId} AND d.id = ${id}`)
    const latest = await read<ShippedCommit>(Prisma.sql`
      SELECT c.sha, c.author_name AS "authorName", c.committed_at AS "committedAt",
        greatest(o.lead_time_seconds, 0) AS "leadTimeSeconds"
      FROM deployment_commits o
      JOIN deployments d ON d.organization_id = o.organization_id AND d.id = o.deployment_id
      JOIN commits c ON c.organization_id = d.organization_id AND c.sha = o.sha AND c.repository_id = d.repository_id
      WHERE o.organization_id = ${organizationId} AND o.deployment_id = ${id}
      ORDER BY c.generation DESC, c.sha LIMIT ${maxCommits}`)
    return {
      base: await readBase(read, organizationId, id),
      commitCount: row?.commitCount ?? null,
      outside: { count: row?.count ?? 0, leadTimeP50Seconds: row?.leadTimeP50Seconds ?? null, latest },
    }
  })
}
