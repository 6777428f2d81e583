import type { Listed } from '@/lib/core/listed'
import { distinctValues } from '@/lib/db/distinct-values'
import { reporting } from '@/lib/db/reporting'
import { indexed } from '@/lib/deployments/conditions'
import { loadTeamNames } from '@/lib/deployments/services-of-team'
import { Prisma } from '@/lib/generated/prisma/client'

export type FilterValues = {
  /** All there are of 200 characters at most, up to a few hundred, in alphabetical order. */
  environments: string[]
  services: string[]
  teams: Listed<string>
  /** Those of the latest deployments: there may be as many branches as deployments. */
  branches: string[]
  people: string[]
}

const maxValues = 300
const latestRows = 1_000

/** Of a value: 800 longer ones would make a page of megabytes. */
const maxLength = 200

/** What an organization's deployments can be filtered by. */
export function listFilterValues(organizationId: number): Promise<FilterValues> {
  return reporting(organizationId, async (read) => {
    const valuesOf = async (query: Prisma.Sql) =>
      (await read<{ value: string }>(query)).map(({ value }) => value).filter(({ length }) => length <= maxLength)
    return {
      environments: await valuesOf(distinctNames(organizationId, 'environment')),
      services: await valuesOf(distinctNames(organizationId, 'service')),
      teams: await loadTeamNames(read, organizationId),
      branches: await valuesOf(ofLatest(organizationId, Prisma.sql`branch`)),
      people: await valuesOf(ofLatest(organizationId, Prisma.sql`triggered_by`)),
    }
  })
}

/** The environments or services of all deployments. */
export function distinctNames(
  organizationId: number,
  column: 'environment' | 'service',
  limit = maxValues,
): Prisma.Sql {
  return distinctValues({ table: 'deployments', organizationId, column: Prisma.raw(column), indexed, limit })
}

function ofLatest(organizationId: number, column: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    SELECT ${column} AS value FROM (
      SELECT ${column} FROM deployments WHERE organization_id = ${organizationId}
      ORDER BY started_at DESC, id DESC LIMIT ${latestRows}
    ) latest
    WHERE ${column} IS NOT NULL GROUP BY ${column} ORDER BY count(*) DESC, ${column} LIMIT 100`
}
