import { allOf, conditionsOf, ofOrganization, orderOf, type Scope } from '@/lib/deployments/conditions'
import type { Cursor, Position } from '@/lib/deployments/cursor'
import type { Read } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** So many rows are looked at in the order of the history before everything that matches is found and sorted. */
const horizon = 5_000

/**
 * The first `limit` deployments of a scope from a cursor on, in its direction.
 *
 * Where one index has them in order, it is read up to the limit. Other filters are first tried on the rows nearest to
 * the cursor, of the time when every value was in use. What is not found there is too rare to be looked for one by one: indexes find all of it at once, which
 * the planner would not choose by itself, because it takes filters for independent of each other.
 */
export async function findPage(
  { read, byBitmap }: { read: Read; byBitmap: Read },
  scope: Scope,
  cursor: Cursor,
  limit: number,
): Promise<Position[]> {
  const { ordered, rest, bounds } = conditionsOf(scope, cursor)
  const order = orderOf(cursor)
  const rows = (conditions: Prisma.Sql[], count: number) => Prisma.sql`
    SELECT * FROM deployments d WHERE ${allOf(conditions)} ORDER BY ${order} LIMIT ${count}`
  const positions = (source: Prisma.Sql, conditions: Prisma.Sql[]) => Prisma.sql`
    SELECT d.id::float8, d.started_at AS "startedAt" FROM (${source}) d
    WHERE ${allOf(conditions)} ORDER BY ${order} LIMIT ${limit}`
  if (rest.length === 0) return read<Position>(positions(rows(ordered, limit), []))
  const near = [...ordered, ...bounds]
  const found = await read<Position>(positions(rows(near, horizon), rest))
  if (found.length === limit || (await endsWithin(read, near, horizon))) return found
  return byBitmap<Position>(
    positions(Prisma.sql`SELECT * FROM deployments`, [...ordered, ...rest, ofOrganization(scope)]),
  )
}

/** Whether no more than `count` rows meet conditions that one index answers. */
export async function endsWithin(read: Read, conditions: Prisma.Sql[], count: number): Promise<boolean> {
  const [answer] = await read<{ more: boolean }>(Prisma.sql`
    SELECT EXISTS (SELECT FROM deployments d WHERE ${allOf(conditions)} OFFSET ${count}) AS more`)
  return !answer?.more
}
