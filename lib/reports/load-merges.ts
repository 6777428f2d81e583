import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { MergeSample } from '@/lib/metrics/samples'
import {
  lengthOf,
  packInstants,
  packIntegers,
  unpackInstants,
  unpackInstantsOrNull,
  unpackIntegers,
} from './packed-columns'
import type { Scope } from './scope'

const packed = Prisma.sql`
  ${packIntegers(Prisma.sql`p.id`)} AS ids,
  ${packIntegers(Prisma.sql`p.repository_id`)} AS "repositoryIds",
  ${packInstants(Prisma.sql`p.merged_at`)} AS "mergedAt",
  ${packInstants(Prisma.sql`p.opened_at`)} AS "openedAt",
  ${packInstants(Prisma.sql`p.first_commit_at`)} AS "firstCommitAt",
  ${packInstants(Prisma.sql`p.first_review_at`)} AS "firstReviewAt",
  ${packIntegers(Prisma.sql`p.additions + p.deletions`)} AS "changedLines"`

type Packed = Record<
  'ids' | 'repositoryIds' | 'mergedAt' | 'openedAt' | 'firstCommitAt' | 'firstReviewAt' | 'changedLines',
  Buffer
>

/** Pull requests of the scope's repositories that were merged from `from` on and before `to`, in any order. */
export async function loadMerges(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<MergeSample[]> {
  const rows = await read<Packed>(Prisma.sql`
    SELECT ${packed} FROM pull_requests p
    WHERE p.organization_id = ${organizationId} AND p.merged_at >= ${from} AND p.merged_at < ${to}
      AND ${isOfScope(scope)}
    HAVING count(*) > 0`)
  return rows.flatMap(unpack)
}

/** Whether a pull request `p` belongs to a repository of the scope. */
export function isOfScope({ repositoryIds }: Scope): Prisma.Sql {
  return repositoryIds === null ? Prisma.sql`true` : Prisma.sql`p.repository_id = ANY (${[...repositoryIds]}::int[])`
}

function unpack(row: Packed): MergeSample[] {
  const pullRequestId = unpackIntegers(row.ids)
  const repositoryId = unpackIntegers(row.repositoryIds)
  const mergedAt = unpackInstants(row.mergedAt)
  const openedAt = unpackInstantsOrNull(row.openedAt)
  const firstCommitAt = unpackInstantsOrNull(row.firstCommitAt)
  const firstReviewAt = unpackInstantsOrNull(row.firstReviewAt)
  const changedLines = unpackIntegers(row.changedLines)
  return Array.from({ length: lengthOf(row.mergedAt) }, (_, index) => ({
    pullRequestId: pullRequestId(index) ?? 0,
    repositoryId: repositoryId(index) ?? 0,
    mergedAt: mergedAt(index),
    openedAt: openedAt(index),
    firstCommitAt: firstCommitAt(index),
    firstReviewAt: firstReviewAt(index),
    changedLines: changedLines(index),
  }))
}
