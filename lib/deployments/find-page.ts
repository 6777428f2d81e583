import type { Cursor, Position } from '@/lib/db/cursor'
import type { Found } from '@/lib/db/pager'
import type { Read } from '@/lib/db/reading'
import { allOf, conditionsOf, orderOf, type Scope } from '@/lib/deployments/conditions'
import { Prisma } from '@/lib/generated/prisma/client'

/** So many rows are looked at in the order of the history before indexes are searched for everything that matches. */
const horizon = 5_000
/** So many matches are fetched and sorted. */
const maxSorted = 10_000
/** So many more rows are looked at in the order of the history where even more than that match. */
const farHorizon = 15_000

type Reads = { read: Read; byBitmap: Read }

/**
 * The first `limit` deployments of a scope from a cursor on, in its direction; fewer where the search stopped.
 *
 * Where one index has them in order, it is read up to the limit. Other filters are first tried on the rows nearest to
 * the cursor. What is not found there is mostly too rare to be looked for one by one: indexes find all of it at once.
 * What turns out to be frequent, only far away, would take too long to sort: it is looked for one by one after all, as
 * far as that is quick.
 */
export async function findPage(reads: Reads, scope: Scope, cursor: Cursor, limit: number): Promise<Found> {
  const { ordered, rest } = conditionsOf(scope, cursor)
  if (rest.length === 0) {
    const positions = await reads.read<Position>(
      firstOf(Prisma.sql`SELECT * FROM deployments d WHERE ${allOf(ordered)}`, cursor, limit),
    )
    return { positions, searchedTo: null }
  }
  const near = await lookThrough(reads, scope, cursor, horizon, limit)
  if (near.searchedTo === null) return near
  const rare = await sortAll(reads, scope, cursor, limit)
  if (rare) return { positions: rare, searchedTo: null }
  const onward = { ...cursor, from: near.searchedTo }
  const far = await lookThrough(reads, scope, onward, farHorizon, limit - near.positions.length)
  return { positions: [...near.positions, ...far.positions], searchedTo: far.searchedTo }
}

/** Looks at so many rows in the order of the history, of the time when every value was in use. */
async function lookThrough({ read }: Reads, scope: Scope, cursor: Cursor, rows: number, limit: number): Promise<Found> {
  const { ordered, rest, bounds } = conditionsOf(scope, cursor)
  const near = [...ordered, ...bounds]
  const order = orderOf(cursor)
  const nearest = Prisma.sql`
    SELECT * FROM (SELECT * FROM deployments d WHERE ${allOf(near)} ORDER BY ${order} LIMIT ${rows}) d
    WHERE ${allOf(rest)}`
  const positions = await read<Position>(firstOf(nearest, cursor, limit))
  return { positions, searchedTo: positions.length < limit ? await stopAfter(read, near, order, rows) : null }
}

/**
 * Finds all rows that match at any time and sorts those of the scope; null if they are too many. The planner would not
 * choose this on its own, because it takes filters for independent of each other.
 */
async function sortAll({ byBitmap }: Reads, scope: Scope, cursor: Cursor, limit: number): Promise<Position[] | null> {
  const { ordered, rest, sought } = conditionsOf(scope, cursor)
  const tooMany = Prisma.sql`d.total > ${maxSorted}`
  const matching = Prisma.sql`
    SELECT * FROM (
      SELECT *, count(*) OVER () AS total FROM (
        SELECT * FROM deployments d WHERE ${allOf(sought)} LIMIT ${maxSorted + 1}
      ) d
    ) d
    WHERE ${tooMany} OR (${allOf([...ordered, ...rest])})`
  const found = await byBitmap<Position & { tooMany: boolean }>(
    firstOf(matching, cursor, limit, Prisma.sql`, ${tooMany} AS "tooMany"`),
  )
  return found[0]?.tooMany ? null : found
}

function firstOf(source: Prisma.Sql, cursor: Cursor, limit: number, more = Prisma.empty): Prisma.Sql {
  return Prisma.sql`
    SELECT d.id::float8, d.started_at AS at${more} FROM (${source}) d
    ORDER BY ${orderOf(cursor)} LIMIT ${limit}`
}

/** The last of the first `rows` rows that meet conditions which one index answers in this order; null if there are no more. */
export async function stopAfter(
  read: Read,
  conditions: Prisma.Sql[],
  order: Prisma.Sql,
  rows: number,
): Promise<Position | null> {
  const [last, next] = await read<Position>(Prisma.sql`
    SELECT d.id::float8, d.started_at AS at FROM deployments d
    WHERE ${allOf(conditions)} ORDER BY ${order} OFFSET ${rows - 1} LIMIT 2`)
  return last && next ? last : null
}
