import { allOf, conditionsOf, ofOrganization } from '@/lib/deployments/conditions'
import { parseCursor } from '@/lib/deployments/cursor'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { endsWithin } from '@/lib/deployments/find-page'
import { type Read, reading } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** A number of deployments; `atLeast` when counting on would take longer than the number is worth. */
export type DeploymentCount = { value: number; atLeast: boolean }

/** As far as it is counted where that is cheap. */
const most = 10_000
/** So many of the latest rows are looked at; filters that match often enough among them are not counted any further. */
const sample = 10_000
const enough = 500

/** How many deployments of an organization filters mean: exactly, or at least so many hundreds. */
export function countDeployments(organizationId: number, filters: DeploymentFilters): Promise<DeploymentCount> {
  return reading(async (read, byBitmap) => {
    const scope = { organizationId, filters }
    const { ordered, rest, bounds } = conditionsOf(scope, parseCursor(null))
    if (rest.length === 0) return capped(await countRows(read, allOf(ordered)))
    const near = [...ordered, ...bounds]
    const latest = Prisma.sql`SELECT * FROM deployments d WHERE ${allOf(near)}
      ORDER BY d.started_at DESC, d.id DESC LIMIT ${sample}`
    const [found] = await read<{ count: number }>(
      Prisma.sql`SELECT count(*)::int FROM (${latest}) d WHERE ${allOf(rest)}`,
    )
    const count = found?.count ?? 0
    if (await endsWithin(read, near, sample)) return { value: count, atLeast: false }
    if (count >= enough) return { value: Math.floor(count / 100) * 100, atLeast: true }
    return capped(await countRows(byBitmap, allOf([...ordered, ...rest, ofOrganization(scope)])))
  })
}

async function countRows(read: Read, conditions: Prisma.Sql): Promise<number> {
  const [found] = await read<{ count: number }>(Prisma.sql`
    SELECT count(*)::int FROM (SELECT FROM deployments d WHERE ${conditions} LIMIT ${most + 1}) d`)
  return found?.count ?? 0
}

function capped(count: number): DeploymentCount {
  return { value: Math.min(count, most), atLeast: count > most }
}
