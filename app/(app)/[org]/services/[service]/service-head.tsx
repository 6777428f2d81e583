import { StatusMark } from '@/components/deployments/status-mark'
import { Facts } from '@/components/ui/facts'
import { TriangleAlert } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { PageHeader } from '@/components/ui/page-header'
import { Time } from '@/components/ui/time'
import { formatDuration, plural } from '@/lib/core/format'
import type { Incident } from '@/lib/insights/metrics/incidents'
import { everything, metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { settingsWords } from '@/lib/insights/reports/settings-words'
import type { ServiceDetails } from '@/lib/insights/services/find'
import { endOf, isOver, type Period } from '@/lib/time/period'

type Props = {
  service: ServiceDetails
  /** Null when it took too long to read. */
  report: MetricsReport | null
  organization: string
  timeZone: string
  now: Date
}

/** What a service is, whose, and what is wrong with it now, or was when a period that is over ended. */
export function ServiceHead({ service, report, organization, timeZone, now }: Props) {
  const { name, team, repository, globs, last } = service
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col gap-4">
        <Link
          className="self-start text-sm text-muted underline-offset-4 hover:text-ink hover:underline"
          href={`/${organization}/services${report ? metricQuery(report.filters, everything) : ''}`}
        >
          Services
        </Link>
        <PageHeader
          lead={[`Times and days are those of ${timeZone}.`, report && settingsWords(report)].filter(Boolean).join(' ')}
          title={name}
        />
      </div>
      {report?.recoveryTime?.open.map((incident) => (
        <OpenIncident
          incident={incident}
          key={incident.openedById}
          organization={organization}
          period={report.period}
        />
      ))}
      <Facts
        facts={[
          { name: 'Team', value: team ?? <Missing why="No team set" /> },
          {
            name: globs ? 'Repository, paths' : 'Repository',
            value: repository ? (
              [repository, ...(globs ?? [])].join(', ')
            ) : (
              <Missing why="Not known from its latest deployments" />
            ),
          },
          {
            name: 'Last deployed to production',
            value: last ? (
              <Link
                className="inline-flex flex-wrap items-center gap-x-3 underline-offset-4 hover:underline"
                href={`/${organization}/deployments/${last.id}`}
                prefetch={false}
              >
                <Time now={now} timeZone={timeZone} value={last.at} />
                <StatusMark status={last.status} />
              </Link>
            ) : (
              <Missing why="Never, according to its latest deployments" />
            ),
          },
        ]}
      />
    </div>
  )
}

type OpenIncidentProps = { incident: Incident; period: Period; organization: string }

function OpenIncident({ incident, period, organization }: OpenIncidentProps) {
  const { environment, openedAt, openedById, failures } = incident
  const duration = formatDuration((endOf(period).getTime() - openedAt) / 1000)
  const over = isOver(period)
  return (
    <p className="flex items-start gap-3 border-l-2 border-failure bg-raised px-4 py-3 text-sm leading-relaxed">
      <TriangleAlert className="mt-0.5 shrink-0 text-failure" />
      <span>
        <strong className="font-semibold">
          {over ? `Incident open when the period ended, for ${duration}` : `Incident open for ${duration}`}
        </strong>{' '}
        in {environment}, {plural(failures, 'failed deployment')} {over ? 'until then' : 'so far'}. It began with{' '}
        <Link
          className="underline underline-offset-4 hover:text-muted"
          href={`/${organization}/deployments/${openedById}`}
          prefetch={false}
        >
          this deployment
        </Link>{' '}
        and {over ? 'ended, if it did, after these days' : 'ends with the next success'}.
      </span>
    </p>
  )
}
