import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { isOfScope } from './load-merges'
import { packInstants, packIntegers, unpackInstants, unpackIntegers, unpackRows } from './packed-columns'
import type { Scope } from './scope'

/** A pull request that was opened, in milliseconds since 1970. */
export type OpenedSample = { pullRequestId: number; openedAt: number }

/** Pull requests of the scope's repositories that were opened from `from` on and before `to`, in any order. */
export async function loadOpened(
  read: Read,
  organizationId: number,
  from: Date,
  to: Date,
  scope: Scope,
): Promise<OpenedSample[]> {
  const rows = await read<{ ids: Buffer; openedAt: Buffer }>(Prisma.sql`
    SELECT ${packIntegers(Prisma.sql`p.id`)} AS ids, ${packInstants(Prisma.sql`p.opened_at`)} AS "openedAt"
    FROM pull_requests p
    WHERE p.organization_id = ${organizationId} AND p.opened_at >= ${from} AND p.opened_at < ${to}
      AND ${isOfScope(scope)}
    HAVING count(*) > 0`)
  return rows.flatMap(({ ids, openedAt }) => {
    const pullRequestId = unpackIntegers(ids)
    const instant = unpackInstants(openedAt)
    return unpackRows(openedAt, (index) => ({
      pullRequestId: pullRequestId(index) ?? 0,
      openedAt: instant(index),
    }))
  })
}
