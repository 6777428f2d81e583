import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Period } from '@/lib/metrics/period'
import type { Merges } from '@/lib/metrics/samples'
import { packedInstants, packedNumbers, selectPacked, unpackColumns } from './packed-columns'
import type { Scope } from './scope'

const columns = {
  pullRequestId: packedNumbers(Prisma.sql`p.id`),
  mergedAt: packedInstants(Prisma.sql`p.merged_at`),
  openedAt: packedInstants(Prisma.sql`p.opened_at`),
  firstReviewAt: packedInstants(Prisma.sql`p.first_review_at`),
  changedLines: packedNumbers(Prisma.sql`p.additions::float8 + p.deletions`),
}

export type MergeColumn = keyof typeof columns

/** Pull requests of the scope's repositories that were merged in a period, in any order, with the columns that are named. */
export async function loadMerges(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  names: readonly MergeColumn[],
): Promise<Merges> {
  const rows = await read<{ length: number } & Record<MergeColumn, Buffer>>(Prisma.sql`
    SELECT count(*)::int AS length, ${selectPacked(columns, names)} FROM pull_requests p
    WHERE p.organization_id = ${organizationId} AND p.merged_at >= ${from} AND p.merged_at < ${to}
      AND ${isOfScope(scope)}
    HAVING count(*) > 0`)
  return { ...unpackColumns(columns, names, rows), length: rows[0]?.length ?? 0 }
}

/** Whether a pull request `p` belongs to a repository of the scope. */
export function isOfScope({ repositoryIds }: Scope): Prisma.Sql {
  return repositoryIds === null ? Prisma.sql`true` : Prisma.sql`p.repository_id = ANY (${[...repositoryIds]}::int[])`
}
