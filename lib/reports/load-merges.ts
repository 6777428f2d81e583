import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { MergeSample, MergeTimes } from '@/lib/metrics/samples'
import {
  packInstants,
  packIntegers,
  unpackInstants,
  unpackInstantsOrNull,
  unpackIntegers,
  unpackRows,
} from './packed-columns'
import type { Scope } from './scope'

const packed = Prisma.sql`
  ${packIntegers(Prisma.sql`p.id`)} AS ids,
  ${packInstants(Prisma.sql`p.merged_at`)} AS "mergedAt",
  ${packInstants(Prisma.sql`p.opened_at`)} AS "openedAt",
  ${packInstants(Prisma.sql`p.first_review_at`)} AS "firstReviewAt",
  ${packIntegers(Prisma.sql`p.additions + p.deletions`)} AS "changedLines"`

type Packed = Record<'ids' | 'mergedAt' | 'openedAt' | 'firstReviewAt' | 'changedLines', Buffer>

/** Pull requests of the scope's repositories that were merged from `from` on and before `to`, in any order. */
export async function loadMerges(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<MergeSample[]> {
  return (await read<Packed>(mergesOf(organizationId, from, to, scope, packed))).flatMap(unpack)
}

/** The columns of the merges of a period as one row, or none. */
function mergesOf(organizationId: number, from: Date, to: Date, scope: Scope, columns: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${columns} FROM pull_requests p
    WHERE p.organization_id = ${organizationId} AND p.merged_at >= ${from} AND p.merged_at < ${to}
      AND ${isOfScope(scope)}
    HAVING count(*) > 0`
}

/** Whether a pull request `p` belongs to a repository of the scope. */
export function isOfScope({ repositoryIds }: Scope): Prisma.Sql {
  return repositoryIds === null ? Prisma.sql`true` : Prisma.sql`p.repository_id = ANY (${[...repositoryIds]}::int[])`
}

function unpack(row: Packed): MergeSample[] {
  const pullRequestId = unpackIntegers(row.ids)
  const mergedAt = unpackInstants(row.mergedAt)
  const openedAt = unpackInstantsOrNull(row.openedAt)
  const firstReviewAt = unpackInstantsOrNull(row.firstReviewAt)
  const changedLines = unpackIntegers(row.changedLines)
  return unpackRows(row.mergedAt, (index) => ({
    pullRequestId: pullRequestId(index) ?? 0,
    mergedAt: mergedAt(index),
    openedAt: openedAt(index),
    firstReviewAt: firstReviewAt(index),
    changedLines: changedLines(index),
  }))
}

const packedTimes = Prisma.sql`
  ${packInstants(Prisma.sql`p.merged_at`)} AS "mergedAt", ${packInstants(Prisma.sql`p.opened_at`)} AS "openedAt"`

/** When the same pull requests were merged and opened. */
export async function loadMergeTimes(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<MergeTimes[]> {
  const rows = await read<Record<keyof MergeTimes, Buffer>>(mergesOf(organizationId, from, to, scope, packedTimes))
  return rows.flatMap((row) => {
    const mergedAt = unpackInstants(row.mergedAt)
    const openedAt = unpackInstantsOrNull(row.openedAt)
    return unpackRows(row.mergedAt, (index) => ({ mergedAt: mergedAt(index), openedAt: openedAt(index) }))
  })
}

/** When the same pull requests were merged, and nothing else of them. */
export async function loadMergeInstants(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<Pick<MergeSample, 'mergedAt'>[]> {
  const column = Prisma.sql`${packInstants(Prisma.sql`p.merged_at`)} AS "mergedAt"`
  const rows = await read<{ mergedAt: Buffer }>(mergesOf(organizationId, from, to, scope, column))
  return rows.flatMap((row) => {
    const mergedAt = unpackInstants(row.mergedAt)
    return unpackRows(row.mergedAt, (index) => ({ mergedAt: mergedAt(index) }))
  })
}
