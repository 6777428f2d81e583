import type { Copy } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Period } from '@/lib/metrics/period'
import type { Merges } from '@/lib/metrics/samples'
import { columnsOf, factsTo, groupedFacts, loadFacts, type PullRequestFact, pullRequestFacts } from './facts'
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
    last: PullRequestFact,
  ): Promise<Merges> => {
    const isInScope =
      repositoryIds === null ? Prisma.sql`true` : Prisma.sql`p.repository_id = ANY (${[...repositoryIds]}::int[])`
    const names = factsTo(pullRequestFacts, last)
    const cuts = cutsOf(from, to)
    const query = Prisma.sql`
      SELECT part.place, rows.* FROM unnest(${cuts.slice(0, -1)}::timestamptz[], ${cuts.slice(1)}::timestamptz[])
        WITH ORDINALITY AS part(starts, ends, place)
      CROSS JOIN LATERAL (
        SELECT ${groupedFacts(names)} FROM pull_requests p
        WHERE p.organization_id = ${organizationId} AND ${at} >= part.starts AND ${at} < part.ends AND ${isInScope}
        HAVING count(*) > 0) rows`
    return columnsOf<PullRequestFact>(names, await loadFacts(copy, query))
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
