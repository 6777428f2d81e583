import { bearerToken, hashToken } from '@/lib/api-keys/token'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Plan } from '@/lib/generated/prisma/enums'

/** A key and the organization it belongs to. */
export type KeyOwner = { apiKeyId: number; organizationId: number }

/** Who posts, and what recording an event of theirs has to know. */
export type Caller = KeyOwner & {
  slug: string
  productionNames: string[]
  plan: Plan
  trialStarted: boolean
  /** Whether there is anything that a commit could be found in. */
  hasRepositories: boolean
}

const unusedForAMinute = (alias: string) =>
  `(${alias}.last_used_at IS NULL OR ${alias}.last_used_at < now() - interval '1 minute')`

const touchKey = `UPDATE api_keys k SET last_used_at = now() WHERE k.id = $1 AND ${unusedForAMinute('k')}`

const findKey = {
  name: 'find-api-key',
  text: `
    SELECT k.id AS "apiKeyId", o.id AS "organizationId", o.slug, o.production_names AS "productionNames", o.plan,
      o.trial_started_at IS NOT NULL AS "trialStarted",
      EXISTS (SELECT 1 FROM repositories r WHERE r.organization_id = o.id) AS "hasRepositories",
      ${unusedForAMinute('k')} AS "stale", k.revoked_at IS NOT NULL AS "revoked"
    FROM api_keys k JOIN organizations o ON o.id = k.organization_id
    WHERE k.token_hash = $1`,
}

/** The refusal of a key that was revoked. It reads like any other; only the key's organization may learn more. */
export class RevokedKeyError extends AppError {
  constructor(readonly owner: KeyOwner) {
    super(...refusal)
  }
}

const refusal = ['unauthenticated', 'Invalid or missing API key', { 'WWW-Authenticate': 'Bearer' }] as const

/**
 * The caller behind an `Authorization: Bearer` header. A malformed key costs no I/O; a well-formed one is looked up
 * every time, so that a revoked key fails on the very next request. Throws `unauthenticated`.
 */
export async function authenticate(request: Request): Promise<Caller> {
  const token = bearerToken(request.headers.get('authorization'))
  if (!token) throw new AppError(...refusal)
  const { rows } = await db().ingest.query<Caller & { stale: boolean; revoked: boolean }>({
    ...findKey,
    values: [hashToken(token)],
  })
  const [row] = rows
  if (!row) throw new AppError(...refusal)
  const { stale, revoked, ...caller } = row
  if (revoked) throw new RevokedKeyError(caller)
  if (stale) await db().ingest.query(touchKey, [caller.apiKeyId])
  return caller
}
