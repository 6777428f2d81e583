import type { Pool } from 'pg'
import { bearerToken } from '@/lib/accounts/api-keys/token'
import { rememberCaller } from '@/lib/accounts/known-callers'
import { lookUpSecret } from '@/lib/accounts/look-up-secret'
import { crowdOfOrganization } from '@/lib/accounts/members/crowd-of-person'
import { type Sender, senderColumns } from '@/lib/accounts/sender'
import { refusalBeyondDay } from '@/lib/accounts/stored-bytes/day'
import { storedTodayOf } from '@/lib/accounts/stored-bytes/read'
import { AppError } from '@/lib/core/errors'
import { hashToken } from '@/lib/core/random-token'
import { createShareRuns } from '@/lib/core/share-runs'
import type { TimeLeft } from '@/lib/db/database-budget'
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

const findKey = {
  name: 'find-api-key',
  text: `
    SELECT k.id AS "apiKeyId", ${senderColumns('k.organization_id')},
      ${storedTodayOf('k.organization_id')} AS "storedTodayBytes",
      ${unusedForAMinute('k')} AS "stale", k.revoked_at IS NOT NULL AS "revoked", k.scope
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.token_hash = $1`,
}

type FoundKey = KeySender & { stale: boolean; revoked: boolean; scope: KeyScope; storedTodayBytes: number }

type LookUp = { scope: KeyScope; hash: string }

/** Requests with one key share a look-up that begins after they arrived: it sees what was revoked before. */
const findShared = createShareRuns<string, LookUp, FoundKey | undefined>(
  async (_, requests) => {
    const [{ scope, hash }] = requests as [LookUp]
    const { rows } = await poolFor(scope).query<FoundKey>({ ...findKey, values: [hash] })
    return requests.map(() => rows[0])
  },
  { maxRuns: 1, maxItems: Number.POSITIVE_INFINITY },
)

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
 * that was not generated for what `needed` stands for, and `rate_limited` for one that posts when its organization had as
 * many bytes stored today as a day may have. One that is not known of late waits as `lookUpSecret` says, until its `time` is
 * up.
 */
export async function authenticate(
  request: Request,
  needed: KeyScope,
  time?: Pick<TimeLeft, 'signal'>,
): Promise<KeySender> {
  const token = bearerToken(request.headers.get('authorization'))
  if (!token) throw new AppError(...unknownKey)
  const hash = hashToken(token)
  const find = () => findShared(`${needed} ${hash}`, { scope: needed, hash })
  const row = await lookUpSecret(token, find, { request, time })
  if (!row) throw new AppError(...unknownKey)
  const { stale, revoked, scope, storedTodayBytes, ...sender } = row
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
