import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Period } from '@/lib/metrics/period'
import { type PackedColumn, packedInstants, packedNumbers, selectPacked, unpackColumns } from './packed-columns'
import type { Scope } from './scope'

const ofOpened = {
  pullRequestId: packedNumbers(Prisma.sql`p.id`),
  openedAt: packedInstants(Prisma.sql`p.opened_at`),
}

const ofMerged = {
  ...ofOpened,
  mergedAt: packedInstants(Prisma.sql`p.merged_at`),
  firstReviewAt: packedInstants(Prisma.sql`p.first_review_at`),
  changedLines: packedNumbers(Prisma.sql`p.additions::float8 + p.deletions`),
}

export type MergeColumn = keyof typeof ofMerged
export type OpenedColumn = keyof typeof ofOpened

/** Pull requests that were merged in a period. */
export const loadMerges = loaderOf(Prisma.sql`p.merged_at`, ofMerged)

/** Pull requests that were opened in a period. */
export const loadOpened = loaderOf(Prisma.sql`p.opened_at`, ofOpened)

/** A loader of the scope's pull requests whose instant `at` is in a period, in any order, with the columns that are named. */
function loaderOf<Column extends string>(at: Prisma.Sql, columns: Record<Column, PackedColumn>) {
  return async (
    read: Read,
    organizationId: number,
    { from, to }: Pick<Period, 'from' | 'to'>,
    { repositoryIds }: Scope,
    names: readonly Column[],
  ): Promise<{ length: number } & Record<Column, Float64Array>> => {
    const isInScope =
      repositoryIds === null ? Prisma.sql`true` : Prisma.sql`p.repository_id = ANY (${[...repositoryIds]}::int[])`
    const rows = await read<{ length: number } & Record<Column, Buffer>>(Prisma.sql`
      SELECT count(*)::int AS length, ${selectPacked(columns, names)} FROM pull_requests p
      WHERE p.organization_id = ${organizationId} AND ${at} >= ${from} AND ${at} < ${to} AND ${isInScope}
      HAVING count(*) > 0`)
    return { ...unpackColumns(columns, names, rows), length: rows[0]?.length ?? 0 }
  }
}
