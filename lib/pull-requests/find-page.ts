import type { Cursor, Position } from '@/lib/db/cursor'
import type { Found } from '@/lib/db/pager'
import type { Read } from '@/lib/db/reading'
import { allOf } from '@/lib/deployments/conditions'
import { delivers } from '@/lib/deployments/delivers'
import { Prisma } from '@/lib/generated/prisma/client'
import type { PullRequestFilters } from './filters'
import { linksOfPullRequest } from './load-shipped-by'

/**
 * Pull requests `p` of an organization that filters mean: `repositoryIds` are those that they name, `services` the keys of
 * those of the team.
 */
export type Scope = {
  organizationId: number
  filters: PullRequestFilters
  repositoryIds: readonly number[] | null
  services: readonly string[] | null
}

/** So many rows are looked at in the order of the list for one page. */
const horizon = 10_000
/** So many matches of a text are found and sorted. */
const maxSorted = 5_000

// What an index is in order of, to the letter.
const lastHappened = Prisma.sql`coalesce(p.merged_at, p.closed_at, p.opened_at, to_timestamp(0))`

/**
 * The first `limit` pull requests of a scope from a cursor on, in its direction; fewer where the search stopped. One
 * index has them in order by organization, repository, author or being open; what is filtered beyond that is looked at
 * row by row, as far as that is quick. A text that is not met on the way is looked up separately.
 */
export async function findPage(
  { read, byBitmap }: { read: Read; byBitmap: Read },
  scope: Scope,
  cursor: Cursor,
  limit: number,
): Promise<Found> {
  const { ordered, rest } = conditionsOf(scope)
  const near = [...ordered, ...beyond(cursor)]
  const nearest = Prisma.sql`
    SELECT p.*, ${lastHappened} AS at FROM pull_requests p
    WHERE ${allOf(near)} ORDER BY ${orderOf(cursor)} LIMIT ${horizon}`
  const positions = await read<Position>(firstOf(Prisma.sql`${nearest}`, rest, cursor, limit))
  if (positions.length === limit) return { positions, searchedTo: null }
  const searchedTo = await stopAfter(read, near, cursor)
  if (searchedTo === null || scope.filters.q === undefined) return { positions, searchedTo }
  const matching = Prisma.sql`
    SELECT p.*, ${lastHappened} AS at, count(*) OVER () AS total FROM (
      SELECT p.* FROM pull_requests p WHERE ${allOf([...near, ...rest])} LIMIT ${maxSorted + 1}) p`
  const all = await byBitmap<Position & { tooMany: boolean }>(
    firstOf(matching, [], cursor, limit, Prisma.sql`, p.total > ${maxSorted} AS "tooMany"`),
  )
  return all[0]?.tooMany ? { positions, searchedTo } : { positions: all, searchedTo: null }
}

function conditionsOf({ organizationId, filters, repositoryIds, services }: Scope): {
  ordered: Prisma.Sql[]
  rest: Prisma.Sql[]
} {
  const { state, author, q } = filters
  const narrow = [
    ...(state === 'open' || state === 'closed' ? [ofState(state)] : []),
    ...(author === undefined ? [] : [ofAuthor(author)]),
    ...(repositoryIds === null ? [] : [inRepositories(repositoryIds)]),
  ]
  const [leading, ...others] = narrow
  const ofOrganization = Prisma.sql`p.organization_id = ${organizationId}`
  return {
    ordered: [ofOrganization, ...(leading ? [leading] : [])],
    rest: [
      ...others,
      ...(services === null ? [] : [shippedByNoOther(services, organizationId)]),
      ...deliveredOrNot(state, organizationId),
      ...(q === undefined ? [] : [containsText(q, organizationId)]),
    ],
  }
}

function ofState(state: 'open' | 'closed'): Prisma.Sql {
  return state === 'open' ? Prisma.sql`p.state = 'open'` : Prisma.sql`p.state = 'closed'`
}

function inRepositories(ids: readonly number[]): Prisma.Sql {
  return ids.length === 1 ? Prisma.sql`p.repository_id = ${ids[0]}` : Prisma.sql`p.repository_id = ANY (${ids}::int[])`
}

function ofAuthor(author: string): Prisma.Sql {
  return Prisma.sql`(left(p.author, 200) = left(${author}, 200) AND p.author = ${author})`
}

function deliveredOrNot(state: PullRequestFilters['state'], organizationId: number): Prisma.Sql[] {
  // A value, not EXISTS, which would be answered by a join over everything that was ever delivered.
  const delivery = Prisma.sql`(SELECT d.id FROM ${linksOfPullRequest(organizationId)} AND ${delivers} LIMIT 1)`
  const before = Prisma.sql`(SELECT b.pull_request_id FROM live_before b
    WHERE b.organization_id = ${organizationId} AND b.pull_request_id = p.id LIMIT 1)`
  const live = Prisma.sql`coalesce(${delivery}, ${before}) IS NOT NULL`
  if (state === 'live') return [live]
  return state === 'undeployed' ? [Prisma.sql`p.merged_at IS NOT NULL`, Prisma.sql`NOT (${live})`] : []
}

/** Whether services shipped it to production, or nothing did. */
function shippedByNoOther(services: readonly string[], organizationId: number): Prisma.Sql {
  const own = Prisma.sql`bool_or(coalesce(d.service_key = ANY (${services}::text[]), false))`
  return Prisma.sql`coalesce((SELECT ${own} FROM ${linksOfPullRequest(organizationId)} AND ${delivers}), true)`
}

/** Names the organization, and the title, in words of the index of titles alone: it finds no rows of others then. */
function containsText(q: string, organizationId: number): Prisma.Sql {
  const number = /^#?(\d{1,9})$/.exec(q)?.[1]
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const title = Prisma.sql`(p.organization_id::text = ${String(organizationId)} AND left(p.title, 250) ILIKE ${part})`
  return number === undefined ? title : Prisma.sql`(p.number = ${Number(number)} OR ${title})`
}

/** Of an `int`; a cursor may name any id. */
const maxId = 2_147_483_647

function beyond({ direction, from }: Cursor): Prisma.Sql[] {
  if (!from) return []
  const position = Prisma.sql`(${from.at}::timestamptz, ${Math.min(from.id, maxId)}::int)`
  return [
    direction === 'older'
      ? Prisma.sql`(${lastHappened}, p.id) < ${position}`
      : Prisma.sql`(${lastHappened}, p.id) > ${position}`,
  ]
}

function orderOf({ direction }: Cursor, at = lastHappened): Prisma.Sql {
  return direction === 'older' ? Prisma.sql`${at} DESC, p.id DESC` : Prisma.sql`${at}, p.id`
}

/** By the column `at` of the source: of an expression Postgres does not see that it is in order already. */
function firstOf(
  source: Prisma.Sql,
  conditions: readonly Prisma.Sql[],
  cursor: Cursor,
  limit: number,
  more = Prisma.empty,
): Prisma.Sql {
  return Prisma.sql`
    SELECT p.id, p.at${more} FROM (${source}) p WHERE ${allOf(conditions)}
    ORDER BY ${orderOf(cursor, Prisma.sql`p.at`)} LIMIT ${limit}`
}

/** The last of the rows that were looked at; null if there are no more behind it. */
async function stopAfter(read: Read, near: readonly Prisma.Sql[], cursor: Cursor): Promise<Position | null> {
  const [last, next] = await read<Position>(Prisma.sql`
    SELECT p.id, ${lastHappened} AS at FROM pull_requests p WHERE ${allOf(near)}
    ORDER BY ${orderOf(cursor)} OFFSET ${horizon - 1} LIMIT 2`)
  return last && next ? last : null
}
