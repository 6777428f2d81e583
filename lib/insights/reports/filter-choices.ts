import { firstCharacters } from '@/lib/core/format'
import type { Read } from '@/lib/db/reading'
import { reporting } from '@/lib/db/reporting'
import { counts } from '@/lib/deployments/delivers'
import { loadTeamNames } from '@/lib/deployments/services-of-team'
import { Prisma } from '@/lib/generated/prisma/client'
import { ended, loadServiceEnvironments } from './load-service-environments'
import { perServiceEnvironment } from './per-service-environment'

/** A value as filters take it, and as people write it. */
export type FilterChoice = { value: string; label: string }

/** What a report can be narrowed down to, the first few hundred of each in alphabetical order. */
export type FilterChoices = {
  /** Services deployed to production. */
  services: FilterChoice[]
  /** Environments that count as production. */
  environments: FilterChoice[]
  repositories: FilterChoice[]
  teams: FilterChoice[]
  /** How many more teams there are. */
  teamsLeftOut: number
}

const maxValues = 300

/**
 * Anyone with a key can name ever another service: so many service environments are looked at, and so many latest
 * deployments.
 */
const maxServiceEnvironments = 1_000
const latestRows = 1_000

/** What the metrics of an organization can be narrowed down to. Reads little, however many deployments there are. */
export function listFilterChoices(organizationId: number): Promise<FilterChoices> {
  return reporting(organizationId, async (read) => {
    const valuesOf = async (query: Prisma.Sql) => (await read<{ value: string }>(query)).map(({ value }) => value)
    const serviceEnvironments = await loadSpelledServiceEnvironments(read, organizationId)
    const latest =
      serviceEnvironments.length < maxServiceEnvironments ? [] : await loadLatestEnvironments(read, organizationId)
    const repositories = await valuesOf(Prisma.sql`
      SELECT full_name AS value FROM repositories WHERE organization_id = ${organizationId}
      ORDER BY full_name_key LIMIT ${maxValues}`)
    const teams = await loadTeamNames(read, organizationId)
    return {
      services: choicesOf(serviceEnvironments.map(({ service, serviceName }) => [service, serviceName])),
      environments: choicesOf(
        [...serviceEnvironments, ...latest].map(({ environment, environmentName }) => [environment, environmentName]),
      ),
      repositories: repositories.map(asWritten),
      teams: teams.listed.map(asWritten),
      teamsLeftOut: teams.leftOut,
    }
  })
}

type SpelledServiceEnvironment = {
  service: string | null
  environment: string
  serviceName: string | null
  environmentName: string
}

/** The environments of the latest deployments to production, which the first service environments may not have. */
function loadLatestEnvironments(
  read: Read,
  organizationId: number,
): Promise<Pick<SpelledServiceEnvironment, 'environment' | 'environmentName'>[]> {
  return read(Prisma.sql`
    SELECT d.environment_key AS environment, d.environment AS "environmentName"
    FROM (
      SELECT * FROM deployments WHERE organization_id = ${organizationId}
      ORDER BY started_at DESC, id DESC LIMIT ${latestRows}
    ) d
    WHERE ${counts} GROUP BY 1, 2 ORDER BY max(d.completed_at)`)
}

/** The first service environments as their latest deployment spells them, that deployment last. */
async function loadSpelledServiceEnvironments(
  read: Read,
  organizationId: number,
): Promise<SpelledServiceEnvironment[]> {
  const serviceEnvironments = await loadServiceEnvironments(read, organizationId, ended, {
    limit: maxServiceEnvironments,
  })
  const spelled = perServiceEnvironment(
    organizationId,
    { serviceEnvironments, repositoryId: null },
    (isInServiceEnvironment) => Prisma.sql`
      SELECT d.service AS "serviceName", d.environment AS "environmentName", d.completed_at FROM deployments d
      WHERE ${isInServiceEnvironment} AND ${counts} ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`,
  )
  return read<SpelledServiceEnvironment>(Prisma.sql`SELECT * FROM (${spelled}) AS spelled ORDER BY completed_at`)
}

function asWritten(value: string): FilterChoice {
  return { value, label: value }
}

/** One choice for each key, spelled as it is last. */
function choicesOf(names: readonly (readonly [key: string | null, name: string | null])[]): FilterChoice[] {
  const labels = new Map(names.flatMap(([key, name]) => (key ? [[key, name?.trim() ?? key] as const] : [])))
  return [...labels]
    .map(([value, label]) => ({ value, label: firstCharacters(label) }))
    .sort((a, b) => (a.value < b.value ? -1 : 1))
    .slice(0, maxValues)
}
