import { reading } from '@/lib/db/reading'
import { indexed } from '@/lib/deployments/conditions'
import { Prisma } from '@/lib/generated/prisma/client'

export type FilterValues = {
  /** All there are, up to a few hundred, in alphabetical order. */
  environments: string[]
  services: string[]
  /** Those of the latest deployments: there may be as many branches as deployments. */
  branches: string[]
  people: string[]
}

const maxValues = 300
const latestRows = 1_000

/** What an organization's deployments can be filtered by. */
export function listFilterValues(organizationId: number): Promise<FilterValues> {
  return reading(async (read) => {
    const valuesOf = async (query: Prisma.Sql) => (await read<{ value: string }>(query)).map(({ value }) => value)
    return {
      environments: await valuesOf(distinctValues(organizationId, Prisma.sql`environment`)),
      services: await valuesOf(distinctValues(organizationId, Prisma.sql`service`)),
      branches: await valuesOf(ofLatest(organizationId, Prisma.sql`branch`)),
      people: await valuesOf(ofLatest(organizationId, Prisma.sql`triggered_by`)),
    }
  })
}

/** All values of a column. Jumps from each value to the next one in the index, so that it reads one entry for each value. */
export function distinctValues(organizationId: number, column: Prisma.Sql, limit = maxValues): Prisma.Sql {
  const beginning = indexed(column)
  const next = (condition: Prisma.Sql) => Prisma.sql`
    SELECT ${column} AS value FROM deployments WHERE organization_id = ${organizationId} AND ${condition}
    ORDER BY ${beginning} LIMIT 1`
  return Prisma.sql`
    WITH RECURSIVE known AS (
      (${next(Prisma.sql`${beginning} IS NOT NULL`)})
      UNION ALL
      SELECT (${next(Prisma.sql`${beginning} > ${indexed(Prisma.sql`known.value`)}`)}) FROM known WHERE known.value IS NOT NULL
    )
    SELECT value FROM known WHERE value IS NOT NULL LIMIT ${limit}`
}

function ofLatest(organizationId: number, column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${column} AS value FROM (
      SELECT ${column} FROM deployments WHERE organization_id = ${organizationId}
      ORDER BY started_at DESC, id DESC LIMIT ${latestRows}
    ) latest
    WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT 100`
}
