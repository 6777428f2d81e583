import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import { Prisma } from '@/lib/generated/prisma/client'

export type AuditEntry = {
  id: string
  at: Date
  /** An address as it was then, `command line`, or the host of a connection. */
  actor: string
  action: string
  subject: string
  subjectId: string | null
  details: Record<string, unknown> | null
}

/** `person` is the actor; `text` a part of subject, actor or details. */
export type AuditFilter = { action?: string; person?: string; text?: string }

/**
 * Who changed what in an organization, the latest first; it is kept for good. `cursor` is the `nextCursor` of the page
 * before, null for the first one. Throws `invalid` for a cursor that never was one.
 */
export async function listAudit(
  organizationId: number,
  filter: AuditFilter,
  cursor: string | null,
  limit: number,
): Promise<{ entries: AuditEntry[]; nextCursor: string | null }> {
  if (cursor !== null && !/^\d{1,18}$/.test(cursor)) {
    throw new AppError('invalid', 'This page of the list does not exist')
  }
  const conditions = [
    Prisma.sql`organization_id = ${organizationId}`,
    ...(cursor === null ? [] : [Prisma.sql`id < ${cursor}::bigint`]),
    ...conditionsOf(filter),
  ]
  const found = await db().prisma.$queryRaw<AuditEntry[]>`
    SELECT id::text, at, actor, action, subject, subject_id AS "subjectId", details FROM audit_entries
    WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY audit_entries.id DESC LIMIT ${limit + 1}`
  const entries = found.slice(0, limit)
  return { entries, nextCursor: found.length > limit ? (entries.at(-1)?.id ?? null) : null }
}

function conditionsOf({ action, person, text }: AuditFilter): Prisma.Sql[] {
  const conditions: Prisma.Sql[] = []
  if (isGiven(action)) conditions.push(Prisma.sql`action = ${storable(action)}`)
  if (isGiven(person)) conditions.push(Prisma.sql`actor = ${storable(person)}`)
  if (isGiven(text)) {
    const part = `%${storable(text)
      .trim()
      .replace(/[\\%_]/g, '\\$&')}%`
    conditions.push(Prisma.sql`(subject ILIKE ${part} OR actor ILIKE ${part} OR details::text ILIKE ${part})`)
  }
  return conditions
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}

function storable(text: string): string {
  return text.replaceAll('\0', '')
}
