import { env } from '@/lib/core/env'
import { statusOf } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { isOlder, type OlderPage, toOlderPage } from '@/lib/db/older-page'
import { reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

export type LoggedRequest = {
  id: string
  receivedAt: Date
  /** `X-Request-Id` of the answer. */
  requestId: string
  /** What it was sent with; `trusted` for a trusted pipeline in place of a key. */
  key: { id: number; name: string; display: string; revoked: boolean; trusted: boolean } | null
  /** As the CI system sent it; null when the body could not be read that far. */
  deploymentId: string | null
  /** Id of the stored deployment; null when the request was refused. */
  storedId: number | null
  statusCode: number
  /** What was done, or why it was refused, in words. */
  outcome: string
  /** How many requests in a row it stands for. */
  repeats: number
}

export type RequestFilter = { refusedOnly?: boolean; text?: string }

const refusals = [...new Set(Object.values(statusOf))]

/** Parts of ids are looked for among so many of the latest requests; whole ids among all. */
const searchedForParts = 10_000

/**
 * The answered requests of an organization that are still kept, the latest first. `text` is a deployment id or a
 * request id, or a part of one. `cursor` is the `nextCursor` of the page before, null for the first one. Throws
 * `invalid` for a cursor that never was one, and as unavailable when the time of a page is up.
 */
export async function listWebhookRequests(
  organizationId: number,
  filter: RequestFilter,
  cursor: string | null,
  limit: number,
): Promise<OlderPage<LoggedRequest>> {
  const kept = Prisma.sql`received_at > now() - make_interval(days => ${env().REQUEST_LOG_DAYS}::int)`
  const before = Prisma.sql`${kept} AND ${isOlder(cursor)}`
  const found = findRequests({ organizationId, before, limit: limit + 1, ...filter })
  const query = Prisma.sql`
    SELECT r.id::text, r.received_at AS "receivedAt", r.request_id AS "requestId", r.external_id AS "deploymentId",
      r.deployment_id::float8 AS "storedId", r.status_code AS "statusCode", r.outcome, r.repeats,
      k.id AS "keyId", k.name, k.display, k.revoked_at IS NOT NULL AS revoked, k.token_hash IS NULL AS trusted
    FROM (${found}) r
    LEFT JOIN api_keys k ON k.organization_id = ${organizationId} AND k.id = r.api_key_id
    ORDER BY r.id DESC`
  const { rows, nextCursor } = toOlderPage(await reading((read) => read<Row>(query)), limit)
  return { rows: rows.map(toRequest), nextCursor }
}

/** Whether an organization has any request that is kept. */
export async function hasWebhookRequests(organizationId: number): Promise<boolean> {
  return (await db().prisma.webhookRequest.findFirst({ where: { organizationId }, select: { id: true } })) !== null
}

type Search = RequestFilter & { organizationId: number; before: Prisma.Sql; limit: number }

/**
 * Every branch walks an index in the order of the answer and stops at the limit, so that it reads no more rows than it
 * returns, however many there are.
 */
function findRequests({ refusedOnly = false, text, ...search }: Search): Prisma.Sql {
  const searched = text?.replaceAll('\0', '').trim() ?? ''
  if (searched !== '') return searchText(search, searched, refusedOnly)
  if (!refusedOnly) return latest(search, Prisma.sql`true`)
  const ofOneStatus = latest(search, Prisma.sql`status_code = refusal.status`)
  return Prisma.sql`
    SELECT r.* FROM unnest(${refusals}::smallint[]) AS refusal (status) CROSS JOIN LATERAL (${ofOneStatus}) r
    ORDER BY r.id DESC LIMIT ${search.limit}`
}

function searchText(search: Omit<Search, 'refusedOnly' | 'text'>, text: string, refusedOnly: boolean): Prisma.Sql {
  const { organizationId, before, limit } = search
  const kind = refusedOnly ? Prisma.sql`status_code >= 400` : Prisma.sql`true`
  return Prisma.sql`
    SELECT * FROM (
      (${latest(search, Prisma.sql`external_id = ${text} AND ${kind}`)})
      UNION (${latest(search, Prisma.sql`request_id = ${text.toLowerCase()} AND ${kind}`)})
      UNION (
        SELECT * FROM (
          SELECT * FROM webhook_requests WHERE organization_id = ${organizationId} ORDER BY id DESC LIMIT ${searchedForParts}
        ) recent
        WHERE ${before} AND ${kind}
          AND (strpos(lower(external_id), lower(${text})) > 0 OR strpos(request_id, lower(${text})) > 0)
        ORDER BY id DESC LIMIT ${limit}
      )
    ) matching
    ORDER BY id DESC LIMIT ${limit}`
}

function latest({ organizationId, before, limit }: Omit<Search, 'refusedOnly' | 'text'>, condition: Prisma.Sql) {
  return Prisma.sql`
    SELECT * FROM webhook_requests WHERE organization_id = ${organizationId} AND ${before} AND ${condition}
    ORDER BY id DESC LIMIT ${limit}`
}

type Row = Omit<LoggedRequest, 'key'> & {
  keyId: number | null
  name: string | null
  display: string | null
  revoked: boolean
  trusted: boolean
}

function toRequest({ keyId, name, display, revoked, trusted, ...request }: Row): LoggedRequest {
  const isKnown = keyId !== null && name !== null && display !== null
  const key = isKnown ? { id: keyId, name, display, revoked, trusted } : null
  return { ...request, key }
}
