import { reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

export type AuditFilterValues = { actions: string[]; people: string[] }

const maxValues = 300

/** What was ever done in an organization, and who ever changed something: up to a few hundred, in alphabetical order. */
export function listAuditFilterValues(organizationId: number): Promise<AuditFilterValues> {
  return reading(async (read) => {
    const valuesOf = async (column: Prisma.Sql) =>
      (await read<{ value: string }>(distinctValues(organizationId, column))).map(({ value }) => value)
    return { actions: await valuesOf(Prisma.sql`action`), people: await valuesOf(Prisma.sql`actor`) }
  })
}

/** Jumps from each value to the next one in the index, so that it reads one entry for each value. */
export function distinctValues(organizationId: number, column: Prisma.Sql): Prisma.Sql {
  const next = (condition: Prisma.Sql) => Prisma.sql`
    SELECT ${column} AS value FROM audit_entries WHERE organization_id = ${organizationId} AND ${condition}
    ORDER BY ${column} LIMIT 1`
  return Prisma.sql`
    WITH RECURSIVE known AS (
      (${next(Prisma.sql`true`)})
      UNION ALL
      SELECT (${next(Prisma.sql`${column} > known.value`)}) FROM known WHERE known.value IS NOT NULL
    )
    SELECT value FROM known WHERE value IS NOT NULL LIMIT ${maxValues}`
}
