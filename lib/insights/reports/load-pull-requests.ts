import type { Copy } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Merges, type PullRequestColumn, pullRequestColumns } from '@/lib/insights/metrics/samples'
import type { Period } from '@/lib/time/period'
import { columnsOf, columnsTo, groupedColumns, loadGroups } from './packed-columns'
import type { Scope } from './scope'

/** Pull requests that were merged in a period. */
export const loadMerges = loaderOf(Prisma.sql`p.merged_at`)

/** Pull requests that were opened in a period, whatever became of them. */
export const loadOpened = loaderOf(Prisma.sql`p.opened_at`)

/**
 * A loader of the scope's pull requests whose instant `at` is in a period, in any order, with the columns up to `last`.
 */
function loaderOf(at: Prisma.Sql) {
  return async (
    copy: Copy,
    organizationId: number,
    { from, to }: Pick<Period, 'from' | 'to'>,
    { repositoryIds }: Scope,
    last: PullRequestColumn,
  ): Promise<Merges> => {
    const isInScope =
      repositoryIds === null ? Prisma.sql`true` : Prisma.sql`p.repository_id = ANY (${[...repositoryIds]}::int[])`
    const names = columnsTo(pullRequestColumns, last)
    const cuts = cutsOf(from, to)
    const query = Prisma.sql`
      SELECT part.place, rows.* FROM unnest(${cuts.slice(0, -1)}::timestamptz[], ${cuts.slice(1)}::timestamptz[])
        WITH ORDINALITY AS part(starts, ends, place)
      CROSS JOIN LATERAL (
        SELECT ${groupedColumns(names)} FROM pull_requests p
        WHERE p.organization_id = ${organizationId} AND ${at} >= part.starts AND ${at} < part.ends AND ${isInScope}
        HAVING count(*) > 0) rows`
    return columnsOf<PullRequestColumn>(names, await loadGroups(copy, query))
  }
}

const parts = 64

/** Cuts a period into parts of the same length: one value for all of it would be put together in fresh memory. */
function cutsOf(from: Date, to: Date): Date[] {
  const each = (to.getTime() - from.getTime()) / parts
  return Array.from({ length: parts + 1 }, (_, index) =>
    index === parts ? to : new Date(from.getTime() + index * each),
  )
}
