import { AppError } from '@/lib/core/errors'
import { isSameTeam } from '@/lib/core/team-name'
import { reading } from '@/lib/db/reading'
import { loadTeams } from '@/lib/insights/reports/load-teams'
import { type UnknownName, unknownWords } from '@/lib/insights/reports/wording'

/** A team as it is spelled, and how many services it has. */
export type Team = { name: string; services: number }

/** A team by its name, spelled in any way. Throws `not_found`. */
export async function findTeam(organizationId: number, name: string): Promise<Team> {
  const teams = await reading((read) => loadTeams(read, organizationId))
  const own = [...teams.values()].filter((team) => isSameTeam(team, name))
  if (own[0] === undefined) throw new AppError('not_found', `No service belongs to a team "${name}"`)
  return { name: own[0], services: own.length }
}

/** The team that filters name, spelled in any way, where no service belongs to it. */
export async function findUnknownTeam(organizationId: number, { team }: { team?: string }): Promise<UnknownName[]> {
  if (team === undefined) return []
  const teams = await reading((read) => loadTeams(read, organizationId))
  const isKnown = [...teams.values()].some((known) => isSameTeam(known, team))
  return isKnown ? [] : unknownWords({ team: team.trim() }, ['team'])
}
