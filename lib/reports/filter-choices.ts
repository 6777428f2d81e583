import { distinctValues } from '@/lib/deployments/filter-values'
import { reading } from '@/lib/deployments/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import { serviceKeyOf } from '@/lib/services/service-key'

/** A value as filters take it, and as people write it. */
export type FilterChoice = { value: string; label: string }

/** What a report can be narrowed down to, in alphabetical order, up to a few hundred of each. */
export type FilterChoices = {
  services: FilterChoice[]
  /** Those that count as production. */
  environments: FilterChoice[]
  repositories: FilterChoice[]
  teams: FilterChoice[]
}

const mostValues = 300

/** What the metrics of an organization can be narrowed down to. Reads little, however many deployments there are. */
export function listFilterChoices(organizationId: number): Promise<FilterChoices> {
  return reading(async (read) => {
    const valuesOf = async (query: Prisma.Sql) => (await read<{ value: string }>(query)).map(({ value }) => value)
    const services = await valuesOf(distinctValues(organizationId, Prisma.sql`service`))
    const environments = await valuesOf(distinctValues(organizationId, Prisma.sql`environment`))
    const production = await valuesOf(Prisma.sql`
      SELECT unnest(production_names) AS value FROM organizations WHERE id = ${organizationId}`)
    const repositories = await valuesOf(Prisma.sql`
      SELECT full_name AS value FROM repositories WHERE organization_id = ${organizationId}
      ORDER BY full_name_key LIMIT ${mostValues}`)
    const teams = await valuesOf(Prisma.sql`
      SELECT DISTINCT team AS value FROM service_teams WHERE organization_id = ${organizationId}
      ORDER BY team LIMIT ${mostValues}`)
    return {
      services: byKey(services),
      environments: byKey(environments).filter(({ value }) => production.includes(value)),
      repositories: repositories.map(asWritten),
      teams: teams.map(asWritten),
    }
  })
}

function asWritten(value: string): FilterChoice {
  return { value, label: value }
}

/** One choice for all spellings of a name. */
function byKey(names: readonly string[]): FilterChoice[] {
  const choices = new Map(names.map((name) => [serviceKeyOf(name), name.trim()]))
  return [...choices]
    .filter(([value]) => value !== '')
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => (a.value < b.value ? -1 : 1))
}
