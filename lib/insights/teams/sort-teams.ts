import { type ServiceSort, sortServices } from '@/lib/insights/services/rows'
import type { TeamRow } from './read-teams'

export const teamSorts = [
  'deployments',
  'name',
  'lead-time',
  'failure-rate',
  'recovery',
] as const satisfies readonly ServiceSort[]
export type TeamSort = (typeof teamSorts)[number]

/** A team as tables of services take it. */
export type SortedTeam = TeamRow & { key: string | null; deployments: number }

/** Teams as services are put in order; what belongs to no team comes last. */
export function sortTeams(teams: readonly TeamRow[], sort: TeamSort): SortedTeam[] {
  const rows = teams.map((team) => ({ ...team, key: team.name, deployments: team.shipped.deployments }))
  const named = sortServices(
    rows.filter(({ key }) => key !== null),
    sort,
  )
  return [...named, ...rows.filter(({ key }) => key === null)]
}
