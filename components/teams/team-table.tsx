import { MissingNumbersNote, ServiceNumberValue } from '@/components/services/service-number'
import { type ServiceColumn, ServiceTable } from '@/components/services/service-table'
import { formatCount, plural } from '@/lib/core/format'
import type { LeadTimeStart } from '@/lib/insights/metrics/settings'
import { serviceNumbers } from '@/lib/insights/services/numbers'
import type { TeamRow } from '@/lib/insights/teams/read-teams'
import { type SortedTeam, type TeamSort, teamSorts } from '@/lib/insights/teams/sort-teams'

type Props = {
  /** In order. */
  teams: readonly SortedTeam[]
  /** Whether the plan includes more than what was shipped. */
  full: boolean
  leadTimeFrom: LeadTimeStart
  /** "the 30 days before" */
  before: string
  sort: TeamSort
  /** The address of this list in another order. */
  sortHref: (sort: TeamSort) => string
  hrefOf: (team: string) => string
}

const numbers = ['lead-time', 'failure-rate', 'recovery'] as const

/** Teams with what they shipped and their numbers, all in one table. */
export function TeamTable({ teams, full, leadTimeFrom, before, sort, sortHref, hrefOf }: Props) {
  return (
    <>
      <ServiceTable
        caption="Teams"
        columns={full ? [...shippedColumns, ...numberColumns(leadTimeFrom)] : shippedColumns}
        hrefOf={hrefOf}
        name={{
          sort: 'name',
          look: 'as-table:w-1/4',
          cell: ({ services, health }) => <Beneath health={health} services={services} />,
        }}
        onPhone="as-cards:*:grid-cols-2 sm:as-cards:*:grid-cols-3"
        rows={teams}
        sort={sort}
        sortHref={(by) => sortHref(teamSorts.find((each) => each === by) ?? 'deployments')}
        what={{ title: 'Team', without: 'Without a team' }}
      />
      <p className="text-xs leading-relaxed text-muted">Small numbers are those of {before}.</p>
      {full && <MissingNumbersNote names={numbers} rows={teams} />}
    </>
  )
}

const shippedColumns: ServiceColumn<SortedTeam>[] = [
  {
    title: 'Deployments',
    below: 'that succeeded',
    look: 'as-table:text-right',
    sort: 'deployments',
    cell: ({ shipped, shippedBefore }) => <Count before={shippedBefore.deployments} now={shipped.deployments} />,
  },
  {
    title: 'Pull requests',
    below: 'in production',
    look: 'as-table:text-right',
    cell: ({ shipped, shippedBefore }) => <Count before={shippedBefore.pullRequests} now={shipped.pullRequests} />,
  },
]

function numberColumns(leadTimeFrom: LeadTimeStart): ServiceColumn<SortedTeam>[] {
  const below = {
    'lead-time': `median, from ${leadTimeFrom === 'merge' ? 'merge' : 'first commit'}`,
    recovery: 'median',
  }
  return numbers.map((name) => ({
    title: serviceNumbers[name].title,
    below: name === 'failure-rate' ? undefined : below[name],
    look: 'as-table:text-right',
    sort: name,
    cell: ({ health }) => <ServiceNumberValue health={health} name={name} />,
  }))
}

function Count({ now, before }: { now: number; before: number }) {
  return (
    <>
      <span>{formatCount(now)}</span>
      <span className="text-xs text-muted">
        <span className="sr-only">before </span>
        {formatCount(before)}
        <span className="as-table:hidden"> before</span>
      </span>
    </>
  )
}

function Beneath({ services, health }: Pick<TeamRow, 'services' | 'health'>) {
  const open = health?.openIncidents ?? 0
  return (
    <span className="block text-xs text-muted">
      {plural(services, 'service')}
      {open > 0 && <span className="font-medium text-failure">, {plural(open, 'open incident')}</span>}
    </span>
  )
}
