import { isOlder, type OlderPage, toOlderPage } from '@/lib/db/older-page'
import { type Read, reading } from '@/lib/db/reading'
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

/** No index finds a text: so many entries are looked through for a page, and older ones for the next. */
const maxSearched = 20_000

/**
 * Who changed what in an organization, the latest first; it is kept for good. `cursor` is the `nextCursor` of the page
 * before, null for the first one. A page of entries with a text may have fewer than `limit`, and still another after it.
 * Throws `invalid` for a cursor that never was one.
 */
export async function listAudit(
  organizationId: number,
  filter: AuditFilter,
  cursor: string | null,
  limit: number,
): Promise<OlderPage<AuditEntry>> {
  const { action, person, text } = filter
  const conditions = [Prisma.sql`organization_id = ${organizationId}`, isOlder(cursor)]
  if (isGiven(action)) conditions.push(Prisma.sql`action = ${storable(action)}`)
  if (isGiven(person)) conditions.push(Prisma.sql`actor = ${storable(person)}`)
  return reading(async (read) => {
    const end = isGiven(text) ? await endOfSearch(read, conditions) : null
    if (isGiven(text)) conditions.push(containing(text))
    if (end !== null) conditions.push(Prisma.sql`id >= ${end}::bigint`)
    const found = await read<AuditEntry>(Prisma.sql`
      SELECT id::text, at, actor, action, subject, subject_id AS "subjectId", details FROM audit_entries
      WHERE ${Prisma.join(conditions, ' AND ')} ORDER BY audit_entries.id DESC LIMIT ${limit + 1}`)
    return toOlderPage(found, limit, end)
  })
}

/** The last entry that a search looks at; null when it looks at all there are. */
async function endOfSearch(read: Read, conditions: readonly Prisma.Sql[]): Promise<string | null> {
  const [last] = await read<{ id: string }>(Prisma.sql`
    SELECT id::text FROM audit_entries WHERE ${Prisma.join([...conditions], ' AND ')}
    ORDER BY audit_entries.id DESC OFFSET ${maxSearched - 1} LIMIT 1`)
  return last?.id ?? null
}

function containing(text: string): Prisma.Sql {
  const part = `%${storable(text)
    .trim()
    .replace(/[\\%_]/g, '\\$&')}%`
  return Prisma.sql`(subject ILIKE ${part} OR actor ILIKE ${part} OR details::text ILIKE ${part})`
}

function isGiven(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}

function storable(text: string): string {
  return text.replaceAll('\0', '')
}
