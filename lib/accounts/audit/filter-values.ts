import { distinctValues } from '@/lib/db/distinct-values'
import { reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

export type AuditFilterValues = { actions: string[]; people: string[] }

const maxValues = 300

/** What was ever done in an organization, and who ever changed something: up to a few hundred, in alphabetical order. */
export function listAuditFilterValues(organizationId: number): Promise<AuditFilterValues> {
  return reading(async (read) => {
    const valuesOf = async (column: Prisma.Sql) => {
      const query = distinctValues({ table: 'audit_entries', organizationId, column, limit: maxValues })
      return (await read<{ value: string }>(query)).map(({ value }) => value)
    }
    return { actions: await valuesOf(Prisma.sql`action`), people: await valuesOf(Prisma.sql`actor`) }
  })
}
