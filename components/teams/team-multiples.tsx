import { ServiceMultiples } from '@/components/insights/service-multiples'
import { plural } from '@/lib/core/format'
import type { TeamsReport } from '@/lib/insights/teams/read-teams'

type Props = {
  report: Pick<TeamsReport, 'period' | 'settings' | 'teams' | 'locked'>
  hrefOf: (team: string) => string
  /** A team that is drawn first. */
  first?: string
}

/** What the busiest teams deployed, side by side on one scale; nothing for less than two. */
export function TeamMultiples({ report, hrefOf, first }: Props) {
  const drawn = report.teams.listed.flatMap(({ name, health, services }) =>
    health && name !== null
      ? [
          {
            ...health,
            openIncidents: report.locked.includes('services') ? 0 : health.openIncidents,
            note: `${plural(health.deployments, 'deployment')}, ${plural(services, 'service')}`,
          },
        ]
      : [],
  )
  const sorted = [
    ...drawn.filter(({ service }) => service === first),
    ...drawn.filter(({ service }) => service !== first),
  ]
  return <ServiceMultiples hrefOf={hrefOf} report={report} services={sorted} what="team" />
}
