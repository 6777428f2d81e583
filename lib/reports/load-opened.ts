import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Period } from '@/lib/metrics/period'
import type { Openings } from '@/lib/metrics/samples'
import { isOfScope } from './load-merges'
import { packedInstants, packedNumbers, selectPacked, unpackColumns } from './packed-columns'
import type { Scope } from './scope'

const columns = {
  pullRequestId: packedNumbers(Prisma.sql`p.id`),
  openedAt: packedInstants(Prisma.sql`p.opened_at`),
}

export type OpenedColumn = keyof typeof columns

/** Pull requests of the scope's repositories that were opened in a period, in any order, with the columns that are named. */
export async function loadOpened(
  read: Read,
  organizationId: number,
  { from, to }: Pick<Period, 'from' | 'to'>,
  scope: Scope,
  names: readonly OpenedColumn[],
): Promise<Openings> {
  const rows = await read<{ length: number } & Record<OpenedColumn, Buffer>>(Prisma.sql`
    SELECT count(*)::int AS length, ${selectPacked(columns, names)} FROM pull_requests p
    WHERE p.organization_id = ${organizationId} AND p.opened_at >= ${from} AND p.opened_at < ${to}
      AND ${isOfScope(scope)}
    HAVING count(*) > 0`)
  return { ...unpackColumns(columns, names, rows), length: rows[0]?.length ?? 0 }
}
