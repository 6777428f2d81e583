import { IncidentTimeline } from '@/components/charts/incident-timeline'
import { Link } from '@/components/ui/link'
import { formatCount, formatDuration, formatExact, plural } from '@/lib/core/format'
import { timeTicks } from '@/lib/insights/charts/time-ticks'
import type { Incident } from '@/lib/insights/metrics/incidents'
import type { RecoveryTime } from '@/lib/insights/metrics/recovery-time'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { ReportNames } from '@/lib/insights/reports/name-report'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { endOf, isOver, type Period } from '@/lib/time/period'

type Props = {
  recoveryTime: RecoveryTime
  report: Pick<MetricsReport, 'period' | 'filters'>
  names: ReportNames
  organization: string
}

/** So many incidents are drawn. */
export const maxIncidents = 8

/** What was broken in the period, open incidents first. */
export function Incidents({ recoveryTime, report: { period, filters }, names, organization }: Props) {
  const { open, closed } = recoveryTime
  const all = [...open, ...closed]
  const shown = all.slice(0, maxIncidents)
  const isCut = all.length > shown.length
  const [from, to] = [isCut ? firstOf(shown, period) : period.from, endOf(period)]
  const placeOf = (instant: number) =>
    Math.round(((instant - from.getTime()) / (to.getTime() - from.getTime())) * 10_000) / 10_000
  return (
    <div className="flex flex-col gap-3">
      <IncidentTimeline
        id="incidents"
        incidents={shown.map((incident) => ({
          label: incident.service ?? 'Without a service',
          href: `/${organization}/deployments/${incident.openedById}`,
          words: wordsOf(incident, period, names),
          from: placeOf(incident.openedAt),
          to: incident.closedAt === null ? null : placeOf(incident.closedAt),
          opened: formatExact(new Date(incident.openedAt), period.timeZone),
          closed: incident.closedAt === null ? null : formatExact(new Date(incident.closedAt), period.timeZone),
        }))}
        ticks={timeTicks(from, to, period.timeZone)}
        title={`${formatCount(open.length)} open${isOver(period) ? ' when the period ended' : ''}, ${formatCount(closed.length)} closed${isCut ? `; the latest ${maxIncidents}, open ones first` : ''}`}
      />
      {isCut && (
        <Link
          className="w-fit text-sm underline underline-offset-4 hover:text-muted"
          href={`/${organization}/insights/recovery-time${metricQuery(filters)}`}
          prefetch={false}
        >
          All {plural(all.length, 'incident')}
        </Link>
      )}
    </div>
  )
}

/** When the first of these incidents began, or the period where that was before it. */
function firstOf(incidents: readonly Incident[], { from }: Period): Date {
  return new Date(Math.max(from.getTime(), Math.min(...incidents.map(({ openedAt }) => openedAt))))
}

function wordsOf({ openedAt, openedById, failures, seconds }: Incident, period: Period, names: ReportNames): string {
  const opened = names.deployments.get(openedById)
  const times = failures > 1 ? `${plural(failures, 'failure')} in a row, ` : ''
  const course =
    seconds === null
      ? `open for ${formatDuration((endOf(period).getTime() - openedAt) / 1000)}${isOver(period) ? ' when the period ended' : ''}`
      : `over after ${formatDuration(seconds)}`
  return `${times}${course}${opened === undefined ? '' : `, since ${opened}`}`
}
