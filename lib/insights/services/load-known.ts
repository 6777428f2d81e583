import { groupBy, type Listed, maxListedServices } from '@/lib/core/listed'
import { repositoryNameKeyOf } from '@/lib/core/service-key'
import { isStorable } from '@/lib/core/storable-text'
import type { Read } from '@/lib/db/reading'
import { indexed } from '@/lib/deployments/conditions'
import { counts } from '@/lib/deployments/delivers'
import { distinctNames } from '@/lib/deployments/filter-values'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { ended, hasTooManyToName, serviceEnvironmentsQuery } from '@/lib/insights/reports/load-service-environments'
import { loadTeams } from '@/lib/insights/reports/load-teams'

export type KnownService = {
  /** As metrics group it. */
  key: string
  /** Spelled as its latest deployment spells it. */
  name: string
  /** Ways to spell it, the latest first. */
  spellings: string[]
  team: string | null
  /** Full name of the repository that it has paths in, else of the one that its commits are found in. */
  repository: string | null
  /** Its latest deployment to production that ended; null for none. */
  last: { id: number; at: Date; status: DeploymentStatus; environment: string } | null
}

/** Beyond so many spellings, services that were deployed to production are known by their latest deployment alone. */
const maxSpellings = 2_000

/** So many of the latest deployments of a spelling are looked at for one that is not void. */
const lookedAt = 1_000

/**
 * The services that an organization has deployments of, void ones aside, by key: those deployed to production last, then
 * those that never were, at most `maxListedServices`. Reads little of each.
 */
export async function loadLatestServices(read: Read, organizationId: number): Promise<Listed<KnownService>> {
  const { listed: lasts, leftOut } = await loadLatest(read, organizationId)
  const spelled = await read<Spelled>(spellingsQuery(organizationId, []))
  const known = new Set(lasts.map(({ key }) => key))
  const undeployed = [...new Set(spelled.flatMap(({ key, isDeployed }) => (isDeployed ? [] : [key])))]
  const keys = [...known, ...undeployed].slice(0, maxListedServices)
  return {
    listed: await describeAll(read, organizationId, keys, { spelled, lasts }),
    leftOut: leftOut + known.size + undeployed.length - keys.length,
  }
}

/**
 * The services of some keys that an organization has deployments of, void ones aside, by key; `spellings` are ways to
 * spell them that are looked for, however many others there are.
 */
export async function loadServicesOf(
  read: Read,
  organizationId: number,
  keys: readonly string[],
  spellings: readonly string[] = keys,
): Promise<KnownService[]> {
  if (!keys.some(isStorable)) return []
  return describeAll(read, organizationId, keys, await findServices(read, organizationId, keys, spellings))
}

/** The same, with the services that were never deployed to production among the first spellings. */
export async function loadServicesAndUndeployed(
  read: Read,
  organizationId: number,
  keys: readonly string[],
): Promise<KnownService[]> {
  const found = await findServices(read, organizationId, keys, keys)
  const undeployed = found.spelled.flatMap(({ key, isDeployed }) => (isDeployed ? [] : [key]))
  return describeAll(read, organizationId, [...keys, ...undeployed], found)
}

/** The first spellings too, whatever they are of. */
async function findServices(
  read: Read,
  organizationId: number,
  keys: readonly string[],
  spellings: readonly string[],
): Promise<Found> {
  const requested = [...new Set(keys.filter(isStorable))]
  const lasts = await loadLastsOf(read, organizationId, requested)
  const known = [...spellings.filter(isStorable), ...lasts.map(({ spelling }) => spelling)]
  return { lasts, spelled: await read<Spelled>(spellingsQuery(organizationId, known)) }
}

type Found = { spelled: readonly Spelled[]; lasts: readonly Last[] }

/** What is known of those of some keys that were found. */
async function describeAll(
  read: Read,
  organizationId: number,
  keys: readonly string[],
  { spelled, lasts }: Found,
): Promise<KnownService[]> {
  const teams = await loadTeams(read, organizationId)
  const places = await loadPlaces(read, organizationId, keys)
  const lastOf = new Map(lasts.map((last) => [last.key, last]))
  const spellings = groupBy(spelled, ({ key }) => key)
  return [...new Set(keys)]
    .flatMap((key): KnownService[] => {
      const last = lastOf.get(key)
      const rows = spellings.get(key) ?? (last ? [last] : [])
      if (!rows[0]) return []
      return [
        {
          key,
          name: rows[0].spelling.trim(),
          spellings: rows.map(({ spelling }) => spelling),
          team: teams.get(key) ?? null,
          repository: places.get(repositoryNameKeyOf(key)) ?? last?.repository ?? rows[0].repository,
          last: last ? { id: last.id, at: last.at, status: last.status, environment: last.environment } : null,
        },
      ]
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** `repository` has the commit of its latest deployment. */
type Spelled = { key: string; spelling: string; repository: string | null; isDeployed: boolean }

/**
 * Jumps from each spelling to the next one in an index, and to its latest deployment; the latest spelling first. So many
 * spellings are looked at, besides those that are `requested`.
 */
function spellingsQuery(organizationId: number, requested: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT latest.key, s.value AS spelling, r.full_name AS repository, EXISTS (
      SELECT FROM deployments d
      WHERE d.organization_id = ${organizationId} AND ${counts} AND d.service_key = latest.key) AS "isDeployed"
    FROM (
      (${distinctNames(organizationId, 'service', maxSpellings)}) UNION SELECT unnest(${[...requested]}::text[])
    ) s
    CROSS JOIN LATERAL (
      SELECT d.service_key AS key, d.started_at, d.repository_id FROM (
        SELECT d.* FROM deployments d
        WHERE d.organization_id = ${organizationId} AND ${indexed(Prisma.sql`d.service`)} = ${indexed(Prisma.sql`s.value`)}
        ORDER BY d.started_at DESC, d.id DESC LIMIT ${lookedAt}
      ) d
      WHERE d.voided_at IS NULL LIMIT 1
    ) latest
    LEFT JOIN repositories r ON r.organization_id = ${organizationId} AND r.id = latest.repository_id
    WHERE latest.key <> ''
    ORDER BY latest.started_at DESC`
}

/** The repositories that some services have paths in, by name in lower case. */
async function loadPlaces(read: Read, organizationId: number, keys: readonly string[]): Promise<Map<string, string>> {
  const names = [...new Set(keys.map(repositoryNameKeyOf))].filter(isStorable)
  const rows = await read<{ name: string; repository: string }>(Prisma.sql`
    SELECT p.name_key AS name, r.full_name AS repository
    FROM service_paths p JOIN repositories r ON r.organization_id = p.organization_id AND r.id = p.repository_id
    WHERE p.organization_id = ${organizationId} AND p.name_key = ANY (${names})`)
  return new Map(rows.map(({ name, repository }) => [name, repository]))
}

type Last = NonNullable<KnownService['last']> & Pick<Spelled, 'key' | 'spelling' | 'repository'>

async function loadLatest(read: Read, organizationId: number): Promise<Listed<Last>> {
  if (await hasTooManyToName(read, organizationId)) {
    const { keys, services } = await findLatest(read, organizationId)
    return { listed: await loadLastsOf(read, organizationId, keys), leftOut: services - keys.length }
  }
  const serviceEnvironments = serviceEnvironmentsQuery(organizationId, ended)
  const rows = await read<Last & { services: number }>(
    lastsQuery(organizationId, serviceEnvironments, maxListedServices),
  )
  return { listed: rows, leftOut: (rows[0]?.services ?? 0) - rows.length }
}

/** The keys of the services that were deployed to production last, and how many there are in all: in one walk. */
export async function findLatest(read: Read, organizationId: number): Promise<{ keys: string[]; services: number }> {
  const rows = await read<{ key: string; services: number }>(Prisma.sql`
    SELECT key, (count(*) OVER ())::int AS services FROM (
      SELECT d.service_key AS key, max(d.completed_at) AS at FROM deployments d
      WHERE d.organization_id = ${organizationId} AND ${counts} AND d.service_key IS NOT NULL GROUP BY d.service_key
    ) AS lasts
    ORDER BY at DESC, key LIMIT ${maxListedServices}`)
  return { keys: rows.map(({ key }) => key), services: rows[0]?.services ?? 0 }
}

/** The latest deployment to production of the services of some keys that have one: the latest first. */
export function loadLastsOf(read: Read, organizationId: number, keys: readonly string[]): Promise<Last[]> {
  return read<Last>(lastsQuery(organizationId, serviceEnvironmentsOf(organizationId, keys), keys.length))
}

/** All service environments of some services: one look at an index for each. */
function serviceEnvironmentsOf(organizationId: number, keys: readonly string[]): Prisma.Sql {
  const next = (condition: Prisma.Sql) => Prisma.sql`
    SELECT d.environment_key AS key FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${counts} AND d.service_key = requested.service AND ${condition}
    ORDER BY d.environment_key LIMIT 1`
  return Prisma.sql`
    SELECT requested.service, own.environment FROM unnest(${[...keys]}::text[]) AS requested(service)
    CROSS JOIN LATERAL (
      WITH RECURSIVE environments AS (
        (${next(Prisma.sql`true`)})
        UNION ALL
        SELECT next.key FROM environments CROSS JOIN LATERAL (${next(Prisma.sql`d.environment_key > environments.key`)}) next
      )
      SELECT key AS environment FROM environments
    ) own`
}

/**
 * The latest deployment to production of each service of some service environments, the latest `limit` of them, with the
 * number of all services as `services`: one look at an index for each service environment.
 */
function lastsQuery(organizationId: number, serviceEnvironments: Prisma.Sql, limit: number): Prisma.Sql {
  const latest = (condition: Prisma.Sql) => Prisma.sql`
    SELECT d.* FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${counts} AND d.service_key = s.service
      AND d.environment_key = s.environment AND ${condition}
    ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`
  return Prisma.sql`
    SELECT s.service AS key, s.spelling, s.id::float8, s.completed_at AS at, s.status, s.name AS environment,
      r.full_name AS repository, s.services::int
    FROM (
      SELECT lasts.*, count(*) OVER () AS services FROM (
        SELECT DISTINCT ON (s.service) s.service, s.environment, last.service AS spelling, last.id, last.completed_at,
          last.status, last.environment AS name
        FROM (${serviceEnvironments}) s CROSS JOIN LATERAL (${latest(Prisma.sql`true`)}) last
        WHERE s.service IS NOT NULL
        ORDER BY s.service, last.completed_at DESC, last.id DESC
      ) lasts
      ORDER BY completed_at DESC, id DESC LIMIT ${limit}
    ) s
    LEFT JOIN LATERAL (${latest(Prisma.sql`d.repository_id IS NOT NULL`)}) placed ON true
    LEFT JOIN repositories r ON r.organization_id = ${organizationId} AND r.id = placed.repository_id
    ORDER BY s.completed_at DESC, s.id DESC`
}
