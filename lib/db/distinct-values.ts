import { Prisma } from '@/lib/generated/prisma/client'

type Values = {
  table: 'deployments' | 'audit_entries'
  organizationId: number
  column: Prisma.Sql
  /** How an index orders a value of the column. */
  indexed?: (value: Prisma.Sql) => Prisma.Sql
  limit: number
}

/** All values of a column. Jumps from each value to the next one in the index, so that it reads one entry for each value. */
export function distinctValues({ table, organizationId, column, indexed = asIs, limit }: Values): Prisma.Sql {
  const next = (condition: Prisma.Sql) => Prisma.sql`
    SELECT ${column} AS value FROM ${Prisma.raw(table)} WHERE organization_id = ${organizationId} AND ${condition}
    ORDER BY ${indexed(column)} LIMIT 1`
  return Prisma.sql`
    WITH RECURSIVE known AS (
      (${next(Prisma.sql`${indexed(column)} IS NOT NULL`)})
      UNION ALL
      SELECT (${next(Prisma.sql`${indexed(column)} > ${indexed(Prisma.sql`known.value`)}`)})
      FROM known WHERE known.value IS NOT NULL
    )
    SELECT value FROM known WHERE value IS NOT NULL LIMIT ${limit}`
}

const asIs = (value: Prisma.Sql) => value
