import type { Actor } from '@/lib/accounts/actor'
import type { AuditLine } from '@/lib/accounts/audit/record'
import type { Queryable } from '@/lib/db/transaction'

const insert = `
  INSERT INTO audit_entries (organization_id, actor, action, subject, subject_id, details)
  SELECT $1::int, $2::text, action, subject, subject_id, details::jsonb
  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) WITH ORDINALITY
    AS line (action, subject, subject_id, details, place)
  ORDER BY place`

/** Adds the lines that a host's report comes to, however many, in one statement. A host is never refused, as a person is. */
export async function recordAuditOfHost(
  client: Queryable,
  { organizationId, host }: Actor & { host: string },
  lines: readonly AuditLine[],
): Promise<void> {
  if (lines.length === 0) return
  await client.query(insert, [
    organizationId,
    host,
    lines.map(({ action }) => action),
    lines.map(({ subject }) => subject),
    lines.map(({ subjectId }) => (subjectId === undefined ? null : String(subjectId))),
    lines.map(({ details }) => (details ? JSON.stringify(details) : null)),
  ])
}
