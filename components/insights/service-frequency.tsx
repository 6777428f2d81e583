import { LockedPart } from '@/components/plan/locked'
import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/core/format'
import { attemptsOf, successAndFailed } from '@/lib/insights/metrics/outcomes'
import { valueText } from '@/lib/insights/metrics/value-text'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { serviceHref } from './service-href'
import { type DrawnService, isDrawn, ServiceMultiples } from './service-multiples'

type Props = { report: MetricsReport; organization: string }

/** In the place of `Services` where the plan does not include them: how often each is deployed, which all plans do. */
export function ServiceFrequency({ report, organization }: Props) {
  const { filters } = report
  const services = drawnOf(report)
  const query = metricQuery(filters, { service: null, team: null })
  return (
    <div className="flex flex-col gap-8">
      <ServiceMultiples
        hrefOf={(service) => serviceHref(organization, service, query)}
        report={report}
        services={services}
      />
      {!isDrawn(services) &&
        services.map(({ service, note }) => (
          <p className="text-sm tabular-nums" key={service}>
            <span className="font-medium wrap-anywhere">{service ?? 'Without a service'}</span>, {note}
          </p>
        ))}
      {services.length > 0 ? (
        <Link
          className="w-fit text-sm underline underline-offset-4 hover:text-muted"
          href={`/${organization}/services${metricQuery(filters)}`}
          prefetch={false}
        >
          All services
        </Link>
      ) : (
        <p className="text-sm text-muted">No service was deployed in this period.</p>
      )}
      <LockedPart organization={organization}>
        Lead time, change failure rate, recovery and rework rate of each service.
      </LockedPart>
    </div>
  )
}

/** The most deployments first, as on plans with more. */
function drawnOf({ deploymentFrequency, settings }: MetricsReport): DrawnService[] {
  return deploymentFrequency.byService
    .map(({ service, outcomes, perPart, value }) => {
      const deployments = attemptsOf(outcomes)
      const succeeded = `${formatCount(outcomes.success)} of ${formatCount(deployments)} succeeded`
      return {
        service,
        deployments,
        perPart: perPart.map((week) => successAndFailed(week, settings.rolledBackFails)),
        note: value === null ? succeeded : `${succeeded}, ${valueText(value, 'per day')}`,
      }
    })
    .sort((a, b) => b.deployments - a.deployments)
}
