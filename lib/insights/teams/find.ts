import { AppError } from '@/lib/core/errors'
import { reading } from '@/lib/db/reading'
import { loadTeams } from '@/lib/insights/reports/load-teams'
import { isSameTeam } from '@/lib/insights/services/team-name'

/** A team as it is spelled, and how many services it has. */
export type Team = { name: string; services: number }

/** A team by its name, spelled in any way. Throws `not_found`. */
export async function findTeam(organizationId: number, name: string): Promise<Team> {
  const teams = await reading((read) => loadTeams(read, organizationId))
  const own = [...teams.values()].filter((team) => isSameTeam(team, name))
  if (own[0] === undefined) throw new AppError('not_found', `No service belongs to a team "${name}"`)
  return { name: own[0], services: own.length }
}
