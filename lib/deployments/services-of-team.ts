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

/** Reads the names of the teams of an organization as `value`, in alphabetical order, up to a few hundred. */
export function namesOfTeams(organizationId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT DISTINCT team AS value FROM service_teams WHERE organization_id = ${organizationId} ORDER BY team LIMIT ${maxTeams}`
}
