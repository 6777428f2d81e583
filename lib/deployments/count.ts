import { parseCursor } from '@/lib/db/cursor'
import type { Read } from '@/lib/db/reading'
import { reporting } from '@/lib/db/reporting'
import { allOf, conditionsOf, newestFirst, scopeOf } from '@/lib/deployments/conditions'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { stopAfter } from '@/lib/deployments/find-page'
import { Prisma } from '@/lib/generated/prisma/client'

/** A number of deployments; `atLeast` when counting on would take longer than the number is worth. */
export type DeploymentCount = { value: number; atLeast: boolean }

/** As far as it is counted where that is cheap. */
const maxCounted = 10_000
/** So many of the latest rows are looked at; filters that match often enough among them are not counted any further. */
const sample = 10_000
const enough = 500

/** How many deployments of an organization filters mean: exactly, or at least so many hundreds. */
export function countDeployments(organizationId: number, filters: DeploymentFilters): Promise<DeploymentCount> {
  return reporting(organizationId, async (read, { byBitmap }) => {
    const scope = await scopeOf(read, organizationId, filters)
    const { ordered, rest, sought, bounds } = conditionsOf(scope, parseCursor(null))
    if (rest.length === 0) return capped((await countRows(read, ordered)).counted)
    const near = [...ordered, ...bounds]
    const latest = Prisma.sql`SELECT * FROM deployments d WHERE ${allOf(near)}
      ORDER BY ${newestFirst} LIMIT ${sample}`
    const [found] = await read<{ count: number }>(
      Prisma.sql`SELECT count(*)::int FROM (${latest}) d WHERE ${allOf(rest)}`,
    )
    const count = found?.count ?? 0
    if (!(await stopAfter(read, near, newestFirst, sample))) return { value: count, atLeast: false }
    if (count >= enough) return { value: Math.floor(count / 100) * 100, atLeast: true }
    const { fetched, counted } = await countRows(byBitmap, sought, [...ordered, ...rest])
    if (fetched <= maxCounted) return { value: counted, atLeast: false }
    return { value: narrows(filters) ? count : maxCounted, atLeast: true }
  })
}

/** Of as many rows as are counted, how many meet further conditions. */
async function countRows(read: Read, conditions: Prisma.Sql[], further: Prisma.Sql[] = []) {
  const [found] = await read<{ fetched: number; counted: number }>(Prisma.sql`
    SELECT count(*)::int AS fetched, count(*) FILTER (WHERE ${allOf(further)})::int AS counted
    FROM (SELECT * FROM deployments d WHERE ${allOf(conditions)} LIMIT ${maxCounted + 1}) d`)
  return found ?? { fetched: 0, counted: 0 }
}

/** Whether filters select less than what indexes are searched for. */
function narrows({ from, to, q, ...values }: DeploymentFilters): boolean {
  return from !== undefined || to !== undefined || (q !== undefined && Object.keys(values).length > 0)
}

function capped(count: number): DeploymentCount {
  return { value: Math.min(count, maxCounted), atLeast: count > maxCounted }
}
