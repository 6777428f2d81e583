import type { Pool } from 'pg'
import { bearerToken } from '@/lib/accounts/api-keys/token'
import { rememberCaller } from '@/lib/accounts/known-callers'
import { lookUpTogether } from '@/lib/accounts/look-up-together'
import { crowdOfOrganization } from '@/lib/accounts/members/crowd-of-person'
import { type Sender, senderColumns } from '@/lib/accounts/sender'
import { refusalBeyondDay } from '@/lib/accounts/stored-bytes/day'
import { storedTodayOf } from '@/lib/accounts/stored-bytes/read'
import { AppError } from '@/lib/core/errors'
import { hashToken } from '@/lib/core/random-token'
import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import type { KeyScope } from '@/lib/generated/prisma/enums'

/** Who sends events with an API key, or as the trusted pipeline that has its place. */
export type KeySender = Sender & { apiKeyId: number }

export const unusedForAMinute = (alias: string) =>
  `(${alias}.last_used_at IS NULL OR ${alias}.last_used_at < now() - interval '1 minute')`

/** Once is enough for many requests at once: none waits for another that does it. */
const touch = `
  UPDATE api_keys SET last_used_at = now() WHERE organization_id = $1 AND id = (
    SELECT k.id FROM api_keys k WHERE k.organization_id = $1 AND k.id = $2 AND ${unusedForAMinute('k')} FOR NO KEY UPDATE SKIP LOCKED)`

const findKeys = {
  name: 'find-api-keys',
  text: `
    SELECT k.token_hash AS hash, k.id AS "apiKeyId", ${senderColumns('k.organization_id')},
      ${storedTodayOf('k.organization_id')} AS "storedTodayBytes",
      ${unusedForAMinute('k')} AS "stale", k.revoked_at IS NOT NULL AS "revoked", k.scope
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.token_hash = ANY ($1)`,
}

type FoundKey = KeySender & {
  hash: string
  stale: boolean
  revoked: boolean
  scope: KeyScope
  storedTodayBytes: number
}

const findBy = (scope: KeyScope) =>
  lookUpTogether<FoundKey>({
    kind: `API keys to ${scope}`,
    turns: scope === 'ingest' ? 'keys to post' : 'pages',
    find: async (hashes) => (await poolFor(scope).query<FoundKey>({ ...findKeys, values: [hashes] })).rows,
    secretOf: ({ hash }) => hash,
  })

const find = { ingest: findBy('ingest'), read: findBy('read') }

/** The refusal of a key whose organization is known and may learn of it; the request itself learns nothing more. */
export class RefusedKeyError extends AppError {
  constructor(
    readonly sender: Sender,
    ...refusal: ConstructorParameters<typeof AppError>
  ) {
    super(...refusal)
  }

  /** What the organization learns. */
  get reason(): string {
    return this.message
  }
}

export const unknownKey = ['unauthenticated', 'Invalid or missing API key', { 'WWW-Authenticate': 'Bearer' }] as const

const wrongScope: Record<KeyScope, string> = {
  ingest: 'This API key can only read. To post deployments, generate one for that under Settings > Deployments',
  read: 'This API key can only post deployments. To read, generate one for that under Settings > Deployments',
}

/**
 * The sender behind an `Authorization: Bearer` header. A malformed key costs no I/O; a well-formed one is looked up
 * every time, so that a revoked key fails on the very next request. Throws `unauthenticated`, and `forbidden` for a key
 * that was not generated for what `needed` stands for, and `rate_limited` for one that posts when its organization had
 * as many bytes stored today as a day may have.
 */
export async function authenticate(request: Request, needed: KeyScope): Promise<KeySender> {
  const token = bearerToken(request.headers.get('authorization'))
  if (!token) throw new AppError(...unknownKey)
  const row = await find[needed](hashToken(token))
  if (!row) throw new AppError(...unknownKey)
  const { hash: _, stale, revoked, scope, storedTodayBytes, ...sender } = row
  if (revoked) throw new RefusedKeyError(sender, ...unknownKey)
  if (scope !== needed) throw new RefusedKeyError(sender, 'forbidden', wrongScope[needed])
  const beyondDay = needed === 'ingest' && refusalBeyondDay(storedTodayBytes)
  if (beyondDay) throw new RefusedKeyError(sender, ...beyondDay)
  if (stale) touchKey(poolFor(needed), sender)
  rememberCaller(token, crowdOfOrganization(sender.organizationId))
  return sender
}

function poolFor(scope: KeyScope): Pool {
  return scope === 'ingest' ? db().ingest : db().people
}

/** Notes that a key was used, to a minute. The answer does not wait for it, and does not depend on it. */
export function touchKey(
  pool: Queryable,
  { organizationId, apiKeyId }: Pick<KeySender, 'organizationId' | 'apiKeyId'>,
): void {
  void pool.query(touch, [organizationId, apiKeyId]).catch(() => undefined)
}
