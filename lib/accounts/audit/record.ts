import type { Actor } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import type { Queryable } from '@/lib/db/transaction'
import type { Prisma } from '@/lib/generated/prisma/client'

/** One line of the audit log. `details` never holds a secret. */
export type AuditLine = {
  /** `api-key.generated`: what it was done to, and what was done. */
  action: string
  /** What it was done to, in words: `ci (ldl_…x7Qa)`. */
  subject: string
  subjectId?: string | number
  details?: Record<string, unknown>
  /** Whether it ends what someone or something else may do: never refused, since it had to begin before. */
  endsAccess?: boolean
}

/** A person changes so much in an organization in 24 hours at most: the log of what they did is kept for ever. */
const maxChanges = 1_000

const insert = `
  INSERT INTO audit_entries (organization_id, user_id, actor, action, subject, subject_id, details)
  SELECT $1::int, $2::int, coalesce(person.email, $7::text, 'command line'), $3::text, $4::text, $5::text, $6::jsonb
  FROM (SELECT (SELECT email FROM users WHERE id = $2::int) AS email) AS person
  WHERE $8::boolean OR NOT EXISTS (
    SELECT FROM (
      SELECT at FROM audit_entries WHERE organization_id = $1::int AND actor = person.email
      ORDER BY id DESC OFFSET ${maxChanges - 1} LIMIT 1) AS earlier
    WHERE at > now() - interval '1 day')`

/**
 * Adds a line to the audit log, in the transaction that makes the change. Throws `rate_limited` for a person who has made
 * too many, but not for what ends access.
 */
export async function recordAudit(
  client: Queryable | Pick<Prisma.TransactionClient, '$executeRawUnsafe'>,
  { organizationId, userId, host }: Actor,
  { action, subject, subjectId, details, endsAccess = false }: AuditLine,
): Promise<void> {
  const id = subjectId === undefined ? null : String(subjectId)
  const text = details ? JSON.stringify(details) : null
  const values = [organizationId, userId, action, subject, id, text, host ?? null, endsAccess]
  const inserted =
    'query' in client
      ? (await client.query(insert, values)).rowCount
      : await client.$executeRawUnsafe(insert, ...values)
  if (inserted === 0) throw new AppError('rate_limited', 'You have changed too much today. Try again tomorrow.')
}
