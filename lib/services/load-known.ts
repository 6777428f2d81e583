import { indexed } from '@/lib/deployments/conditions'
import { distinctValues } from '@/lib/deployments/filter-values'
import type { Read } from '@/lib/deployments/reading'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { counts, ended, loadStreams } from '@/lib/reports/load-streams'
import { loadTeams } from '@/lib/reports/load-teams'

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
const mostSpellings = 2_000

/** So many of the latest deployments of a spelling are looked at for one that is not void. */
const lookedAt = 1_000

/** All services that an organization has deployments of, void ones aside, by key. Reads little of each. */
export async function loadKnownServices(read: Read, organizationId: number): Promise<KnownService[]> {
  const spelled = await read<Spelled>(spellingsQuery(organizationId))
  const lasts = await loadLasts(read, organizationId)
  const teams = await loadTeams(read, organizationId)
  const places = await loadPlaces(read, organizationId)
  const spellings = new Map<string, Spelled[]>()
  for (const row of spelled) spellings.set(row.key, [...(spellings.get(row.key) ?? []), row])
  for (const { key, spelling, repository } of lasts.values())
    if (!spellings.has(key)) spellings.set(key, [{ key, spelling, repository }])
  return [...spellings]
    .map(([key, rows]) => {
      const last = lasts.get(key)
      return {
        key,
        name: rows[0]?.spelling.trim() ?? key,
        spellings: rows.map(({ spelling }) => spelling),
        team: teams.get(key) ?? null,
        repository: places.get(key.toLowerCase()) ?? last?.repository ?? rows[0]?.repository ?? null,
        last: last ? { id: last.id, at: last.at, status: last.status, environment: last.environment } : null,
      }
    })
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** `repository` is the one that the commit of its latest deployment is found in. */
type Spelled = { key: string; spelling: string; repository: string | null }

/** Jumps from each spelling to the next one in an index, and to its latest deployment; the latest spelling first. */
function spellingsQuery(organizationId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT latest.key, s.value AS spelling, r.full_name AS repository
    FROM (${distinctValues(organizationId, Prisma.sql`service`, mostSpellings)}) s
    CROSS JOIN LATERAL (
      SELECT d.service_key AS key, d.started_at, d.repository_id FROM (
        SELECT d.* FROM deployments d
        WHERE d.organization_id = ${organizationId} AND ${indexed(Prisma.sql`d.service`)} = ${indexed(Prisma.sql`s.value`)}
        ORDER BY d.started_at DESC, d.id DESC LIMIT ${lookedAt}
      ) d
      WHERE d.voided_at IS NULL LIMIT 1
    ) latest
    LEFT JOIN repositories r ON r.id = latest.repository_id
    WHERE latest.key <> ''
    ORDER BY latest.started_at DESC`
}

/** The repositories that services have paths in, by name in lower case. */
async function loadPlaces(read: Read, organizationId: number): Promise<Map<string, string>> {
  const rows = await read<{ name: string; repository: string }>(Prisma.sql`
    SELECT p.service_key AS name, r.full_name AS repository
    FROM service_paths p JOIN repositories r ON r.id = p.repository_id WHERE p.organization_id = ${organizationId}`)
  return new Map(rows.map(({ name, repository }) => [name, repository]))
}

type Last = NonNullable<KnownService['last']> & Spelled

/** The latest deployment to production of each service: one look at an index for each service in an environment. */
async function loadLasts(read: Read, organizationId: number): Promise<Map<string, Last>> {
  const streams = (await loadStreams(read, organizationId, ended)).filter(({ service }) => service !== null)
  const latest = (condition: Prisma.Sql) => Prisma.sql`
    SELECT d.* FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${counts} AND d.service_key = s.service
      AND d.environment_key = s.environment AND ${condition}
    ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`
  const rows = await read<Last>(Prisma.sql`
    SELECT s.service AS key, last.service AS spelling, last.id::float8, last.completed_at AS at, last.status, last.environment,
      r.full_name AS repository
    FROM unnest(${streams.map(({ service }) => service)}::text[], ${streams.map(({ environment }) => environment)}::text[])
      AS s(service, environment)
    CROSS JOIN LATERAL (${latest(Prisma.sql`true`)}) last
    LEFT JOIN LATERAL (${latest(Prisma.sql`d.repository_id IS NOT NULL`)}) placed ON true
    LEFT JOIN repositories r ON r.id = placed.repository_id
    ORDER BY last.completed_at`)
  return new Map(rows.map((row) => [row.key, row]))
}
