import { readTimeZone } from '@/lib/accounts/organizations/read-time-zone'
import type { Cursor } from '@/lib/db/cursor'
import type { Read } from '@/lib/db/reading'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { loadServicesOfTeam } from '@/lib/deployments/services-of-team'
import { Prisma } from '@/lib/generated/prisma/client'
import { addDays } from '@/lib/time/days'
import { startOfDay } from '@/lib/time/period'

/**
 * Deployments `d` of an organization that filters mean: `since` begins the first of their days, `until` ends the last, and
 * `services` are the keys of those of the team.
 */
export type Scope = {
  organizationId: number
  filters: DeploymentFilters
  since: Date | null
  until: Date | null
  services: readonly string[] | null
}

/** What filters mean in the time zone of an organization. */
export async function scopeOf(read: Read, organizationId: number, filters: DeploymentFilters): Promise<Scope> {
  const { from, to, team } = filters
  const services = team === undefined ? null : await loadServicesOfTeam(read, organizationId, team)
  const scope = { organizationId, filters, since: null, until: null, services }
  if (from === undefined && to === undefined) return scope
  const timeZone = await readTimeZone(read, organizationId)
  return {
    ...scope,
    since: from === undefined ? null : startOfDay(from, timeZone),
    until: to === undefined ? null : startOfDay(addDays(to, 1), timeZone),
  }
}

/** Filters whose index is in the order of the history, the most selective first. */
const orderedFilters = ['triggeredBy', 'branch', 'service', 'environment'] as const

type EqualityFilter = (typeof orderedFilters)[number] | 'status'

const columns: Record<EqualityFilter, Prisma.Sql> = {
  triggeredBy: Prisma.sql`d.triggered_by`,
  branch: Prisma.sql`d.branch`,
  service: Prisma.sql`d.service`,
  environment: Prisma.sql`d.environment`,
  status: Prisma.sql`d.status`,
}

/** What a text may be part of, as it is in the index: of long ones the beginning. And what it may be the beginning of. */
const searched = [columns.service, columns.branch, columns.triggeredBy, Prisma.sql`d.pipeline_name`].map(
  (column) => Prisma.sql`left(${column}, 100)`,
)
const identifying = [Prisma.sql`d.external_id`, Prisma.sql`d.commit_sha`]

export const newestFirst = Prisma.sql`d.started_at DESC, d.id DESC`
const oldestFirst = Prisma.sql`d.started_at, d.id`

/** Joins conditions by AND. */
export function allOf(conditions: readonly Prisma.Sql[]): Prisma.Sql {
  return conditions.length > 0 ? Prisma.join([...conditions], ' AND ') : Prisma.sql`true`
}

type Conditions = {
  /** Answered by one index in the order of the history. */
  ordered: Prisma.Sql[]
  /** Looked at row by row. */
  rest: Prisma.Sql[]
  /** What indexes are searched for at once: the text, else all values. Others would cost more time than they save. */
  sought: Prisma.Sql[]
  /** Implied by the rest: the time between the first and the last row that each single value has. */
  bounds: Prisma.Sql[]
}

/** The conditions of a scope from a cursor on, by how they are answered. */
export function conditionsOf(scope: Scope, cursor: Cursor): Conditions {
  const { organizationId, filters } = scope
  const leading = orderedFilters.find((name) => filters[name] !== undefined)
  const others = orderedFilters.filter((name) => name !== leading && filters[name] !== undefined)
  const first = [Prisma.sql`d.organization_id = ${organizationId}`, ...(leading ? [equals(leading, filters)] : [])]
  const text = filters.q === undefined ? [] : [containsText(filters.q, scope)]
  const values = [
    ...(filters.production ? [Prisma.sql`d.production`] : []),
    ...others.map((name) => equals(name, filters)),
    ...(filters.status === undefined ? [] : [equals('status', filters)]),
    ...(scope.services === null ? [] : [Prisma.sql`d.service_key = ANY (${scope.services}::text[])`]),
  ]
  return {
    ordered: [...first, ...withinDays(scope), ...beyond(cursor)],
    rest: [...values, ...text],
    sought: text.length > 0 ? text : [...first, ...values, ofOrganization(scope)],
    bounds: others.map((name) => withinLifeOf(name, scope)),
  }
}

/** Says again to which organization a row belongs, in the words of the index of combined values. */
function ofOrganization({ organizationId }: Scope): Prisma.Sql {
  return Prisma.sql`d.organization_id::bigint = ${organizationId}::bigint`
}

export function orderOf({ direction }: Cursor): Prisma.Sql {
  return direction === 'older' ? newestFirst : oldestFirst
}

function equals(name: EqualityFilter, filters: DeploymentFilters): Prisma.Sql {
  const column = columns[name]
  if (name === 'status') return Prisma.sql`${column} = ${filters.status}::deployment_status`
  return equalsText(column, filters[name] ?? '')
}

/** Whether a column is exactly a text, in a way that the index of its beginnings answers. */
export function equalsText(column: Prisma.Sql, text: string): Prisma.Sql {
  return Prisma.sql`(${indexed(column)} = ${indexed(Prisma.sql`${text}::text`)} AND ${column} = ${text}::text)`
}

/** As much of a text as the indexes hold. */
export function indexed(text: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`left(${text}, 200)`
}

function withinLifeOf(name: EqualityFilter, { organizationId, filters }: Scope): Prisma.Sql {
  const startOf = (extreme: Prisma.Sql) => Prisma.sql`(
    SELECT ${extreme}(d.started_at) FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${equals(name, filters)})`
  return Prisma.sql`d.started_at BETWEEN ${startOf(Prisma.sql`min`)} AND ${startOf(Prisma.sql`max`)}`
}

function withinDays({ since, until }: Scope): Prisma.Sql[] {
  return [
    ...(since ? [Prisma.sql`d.started_at >= ${since}::timestamptz`] : []),
    ...(until ? [Prisma.sql`d.started_at < ${until}::timestamptz`] : []),
  ]
}

function beyond({ direction, from }: Cursor): Prisma.Sql[] {
  if (!from) return []
  const position = Prisma.sql`(${from.at}::timestamptz, ${from.id}::bigint)`
  return [
    direction === 'older'
      ? Prisma.sql`(d.started_at, d.id) < ${position}`
      : Prisma.sql`(d.started_at, d.id) > ${position}`,
  ]
}

/**
 * The index of parts holds every three letters or digits in a row: a text without them is a whole deployment id.
 * Names the organization in each arm, so that no index finds rows of others. Where the text is looked for it is in words
 * of that index alone: any other would find all rows of the organization.
 */
function containsText(q: string, scope: Scope): Prisma.Sql {
  if (!/[A-Za-z0-9]{3}/.test(q))
    return Prisma.sql`(d.organization_id = ${scope.organizationId} AND d.external_id = ${q}::text)`
  const literal = q.replace(/[\\%_]/g, '\\$&')
  const beginning = `${literal}%`
  const part = `%${literal}%`
  const isOwn = Prisma.sql`d.organization_id::text = ${String(scope.organizationId)}`
  const containing = searched.map((column) => Prisma.sql`(${isOwn} AND ${column} ILIKE ${part})`)
  const starting = identifying.map(
    (column) => Prisma.sql`(d.organization_id = ${scope.organizationId} AND lower(${column}) LIKE lower(${beginning}))`,
  )
  return Prisma.sql`(${Prisma.join([...containing, ...starting], ' OR ')})`
}
