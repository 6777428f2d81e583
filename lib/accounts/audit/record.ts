import type { Actor } from '@/lib/accounts/actor'
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
}

const insert = `
  INSERT INTO audit_entries (organization_id, user_id, actor, action, subject, subject_id, details)
  VALUES ($1::int, $2::int, coalesce((SELECT email FROM users WHERE id = $2::int), $7, 'command line'), $3, $4, $5, $6::jsonb)`

/** Adds a line to the audit log, in the transaction that makes the change. */
export async function recordAudit(
  client: Queryable | Pick<Prisma.TransactionClient, '$executeRawUnsafe'>,
  { organizationId, userId, host }: Actor,
  { action, subject, subjectId, details }: AuditLine,
): Promise<void> {
  const id = subjectId === undefined ? null : String(subjectId)
  const values = [organizationId, userId, action, subject, id, details ? JSON.stringify(details) : null, host ?? null]
  if ('query' in client) await client.query(insert, values)
  else await client.$executeRawUnsafe(insert, ...values)
}
