import { indexed } from '@/lib/deployments/conditions'
import { distinctValues } from '@/lib/deployments/filter-values'
import type { Read } from '@/lib/deployments/reading'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'
import { counts, loadStreams } from '@/lib/reports/load-streams'

export type KnownService = {
  /** As metrics group it: trimmed, lower case, 200 characters at most. */
  key: string
  /** Spelled as its latest deployment spells it. */
  name: string
  /** All ways to spell it, the latest first. */
  spellings: string[]
  team: string | null
  /** Full name of the repository that it has paths in, else of the one that its commits are found in. */
  repository: string | null
  /** Its latest deployment to production that ended; null for none. */
  last: { id: number; at: Date; status: DeploymentStatus; environment: string } | null
}

const mostSpellings = 2_000

/** So many of the latest deployments of a spelling are looked at for one that is not void. */
const lookedAt = 1_000

/** All services that an organization has deployments of, void ones aside, by key. Reads little of each. */
export async function loadKnownServices(read: Read, organizationId: number): Promise<KnownService[]> {
  const spelled = await read<Spelled>(spellingsQuery(organizationId))
  const lasts = await loadLasts(read, organizationId)
  const byKey = new Map<string, KnownService>()
  for (const { key, spelling, team, ofPaths, found } of spelled) {
    const known = byKey.get(key)
    const last = lasts.get(key)
    if (known) known.spellings.push(spelling)
    else {
      const repository = ofPaths ?? last?.repository ?? found
      const shown = last ? { id: last.id, at: last.at, status: last.status, environment: last.environment } : null
      byKey.set(key, { key, name: spelling.trim(), spellings: [spelling], team, repository, last: shown })
    }
  }
  return [...byKey.values()].sort((a, b) => (a.key < b.key ? -1 : 1))
}

type Spelled = { key: string; spelling: string; team: string | null; ofPaths: string | null; found: string | null }

/** Jumps from each spelling to the next one in an index, and to its latest deployment; the latest spelling first. */
function spellingsQuery(organizationId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT latest.key, s.value AS spelling, t.team, of_paths.full_name AS "ofPaths", r.full_name AS found
    FROM (${distinctValues(organizationId, Prisma.sql`service`, mostSpellings)}) s
    CROSS JOIN LATERAL (
      SELECT d.service_key AS key, d.started_at, d.repository_id FROM (
        SELECT d.* FROM deployments d
        WHERE d.organization_id = ${organizationId} AND ${indexed(Prisma.sql`d.service`)} = ${indexed(Prisma.sql`s.value`)}
        ORDER BY d.started_at DESC, d.id DESC LIMIT ${lookedAt}
      ) d
      WHERE d.voided_at IS NULL LIMIT 1
    ) latest
    LEFT JOIN service_teams t ON t.organization_id = ${organizationId} AND t.service_key = latest.key
    LEFT JOIN service_paths p ON p.organization_id = ${organizationId} AND p.service_key = latest.key
    LEFT JOIN repositories of_paths ON of_paths.id = p.repository_id
    LEFT JOIN repositories r ON r.id = latest.repository_id
    WHERE latest.key <> ''
    ORDER BY latest.started_at DESC`
}

type Last = NonNullable<KnownService['last']> & { key: string; repository: string | null }

/** The latest deployment to production of each service: one look at an index for each service in an environment. */
async function loadLasts(read: Read, organizationId: number): Promise<Map<string, Last>> {
  const streams = (await loadStreams(read, organizationId)).filter(({ service }) => service !== null)
  const latest = (condition: Prisma.Sql) => Prisma.sql`
    SELECT d.* FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${counts} AND d.service_key = s.service
      AND d.environment_key = s.environment AND ${condition}
    ORDER BY d.completed_at DESC, d.id DESC LIMIT 1`
  const rows = await read<Last>(Prisma.sql`
    SELECT s.service AS key, last.id::float8, last.completed_at AS at, last.status, last.environment,
      r.full_name AS repository
    FROM unnest(${streams.map(({ service }) => service)}::text[], ${streams.map(({ environment }) => environment)}::text[])
      AS s(service, environment)
    CROSS JOIN LATERAL (${latest(Prisma.sql`true`)}) last
    LEFT JOIN LATERAL (${latest(Prisma.sql`d.repository_id IS NOT NULL`)}) placed ON true
    LEFT JOIN repositories r ON r.id = placed.repository_id
    ORDER BY last.completed_at`)
  return new Map(rows.map((row) => [row.key, row]))
}
