import type { Listed } from '@/lib/core/listed'
import { isSameTeam } from '@/lib/core/team-name'
import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'

/** The keys of the services that belong to a team, spelled in any way; none where there is no such team. */
export async function loadServicesOfTeam(read: Read, organizationId: number, team: string): Promise<string[]> {
  const rows = await read<{ service: string; team: string }>(Prisma.sql`
    SELECT service_key AS service, team FROM service_teams WHERE organization_id = ${organizationId}`)
  return rows.filter((row) => isSameTeam(row.team, team)).map(({ service }) => service)
}

const maxTeams = 300

/** The names of the teams of an organization in alphabetical order, up to a few hundred, and how many more there are. */
export async function loadTeamNames(read: Read, organizationId: number): Promise<Listed<string>> {
  const rows = await read<{ team: string; teams: number }>(Prisma.sql`
    SELECT team, (count(*) OVER ())::int AS teams
    FROM (SELECT DISTINCT team FROM service_teams WHERE organization_id = ${organizationId}) AS names
    ORDER BY team LIMIT ${maxTeams}`)
  return { listed: rows.map(({ team }) => team), leftOut: (rows[0]?.teams ?? 0) - rows.length }
}
