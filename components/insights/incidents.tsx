import { IncidentTimeline } from '@/components/charts/incident-timeline'
import { formatCount, formatDuration, plural } from '@/lib/format'
import type { Incident } from '@/lib/metrics/incidents'
import type { Period } from '@/lib/metrics/period'
import type { RecoveryTime } from '@/lib/metrics/recovery-time'
import type { ReportNames } from '@/lib/reports/name-rows'

type Props = { recoveryTime: RecoveryTime; period: Period; names: ReportNames; organization: string }

/** So many incidents are drawn. */
export const mostIncidents = 8

/** What was broken in the period, open incidents first. */
export function Incidents({ recoveryTime: { open, closed }, period, names, organization }: Props) {
  const { from, to, timeZone, now } = period
  const end = to < now ? to : now
  const all = open.length + closed.length
  return (
    <IncidentTimeline
      from={from}
      incidents={[...open, ...closed].slice(0, mostIncidents).map((incident) => ({
        label: incident.service ?? 'Without a service',
        href: `/${organization}/deployments/${incident.openedById}`,
        openedAt: incident.openedAt,
        closedAt: incident.closedAt,
        words: wordsOf(incident, end, names),
      }))}
      timeZone={timeZone}
      title={`${formatCount(open.length)} open, ${formatCount(closed.length)} closed${all > mostIncidents ? `; the latest ${mostIncidents}, open ones first` : ''}`}
      to={end}
    />
  )
}

function wordsOf({ openedAt, openedById, failures, seconds }: Incident, end: Date, names: ReportNames): string {
  const opened = names.deployments.get(openedById)
  const times = failures > 1 ? `${plural(failures, 'failure')} in a row, ` : ''
  const course =
    seconds === null
      ? `open for ${formatDuration((end.getTime() - openedAt) / 1000)}`
      : `over after ${formatDuration(seconds)}`
  return `${times}${course}${opened === undefined ? '' : `, since ${opened}`}`
}
