import { SmallMultiples } from '@/components/charts/small-multiples'
import { formatCount, plural } from '@/lib/core/format'
import { failedWords } from '@/lib/insights/metrics/outcomes'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { chartBuckets } from '@/lib/insights/reports/buckets'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { isOver, partUnit } from '@/lib/time/period'

/** What is drawn of a service, and said under its name. */
export type DrawnService = Pick<ServiceHealth, 'service' | 'deployments' | 'perPart'> & {
  note: string
  openIncidents?: number
}
type Named = DrawnService & { service: string }
type Props = {
  services: readonly DrawnService[]
  report: Pick<MetricsReport, 'period' | 'settings'>
  hrefOf: (service: string) => string
  /** What they are, where they are not services. */
  what?: 'service' | 'team'
}

const maxCharts = 8

/** Whether there are two services or more to draw side by side. */
export function isDrawn(services: readonly DrawnService[]): boolean {
  return services.filter(isDeployed).length >= 2
}

function isDeployed(health: DrawnService): health is Named {
  return health.service !== null && health.deployments > 0
}

/** What the busiest services deployed day by day or week by week, side by side; nothing for less than two. */
export function ServiceMultiples({ services, report: { period, settings }, hrefOf, what = 'service' }: Props) {
  const deployed = services.filter(isDeployed)
  if (!isDrawn(services)) return null
  const shown = deployed.slice(0, maxCharts)
  const { names, partial } = chartBuckets(period.parts)
  const failed = failedWords(settings.rolledBackFails)
  const legend = [
    `All on one scale, succeeded above the line, ${failed} below${deployed.length > maxCharts ? `; the busiest ${maxCharts} of ${plural(deployed.length, what)}` : ''}.`,
    inNoBar(shown, settings.rolledBackFails),
  ]
  return (
    <SmallMultiples
      failed={failed}
      id={`${what}s`}
      legend={legend.join(' ')}
      multiples={shown.map(({ service, note, perPart, openIncidents = 0 }) => ({
        name: service,
        href: hrefOf(service),
        note,
        wrong:
          openIncidents > 0 ? `${plural(openIncidents, 'open incident')}${isOver(period) ? ' at the end' : ''}` : null,
        success: names.map((_, part) => perPart[part]?.success ?? 0),
        failed: names.map((_, part) => perPart[part]?.failed ?? 0),
      }))}
      names={names}
      unit={partUnit(period) === 'day' ? 'Day' : 'Week'}
      partial={partial}
      title={`Deployments per ${partUnit(period)}, by ${what}`}
    />
  )
}

/** Says how many deployments are counted but are in none of the bars. */
function inNoBar(services: readonly DrawnService[], rolledBackFails: boolean): string {
  const drawn = services
    .flatMap(({ perPart }) => perPart)
    .reduce((sum, { success, failed }) => sum + success + failed, 0)
  const count = services.reduce((sum, { deployments }) => sum + deployments, 0) - drawn
  return count > 0
    ? `${formatCount(count)} ${rolledBackFails ? 'cancelled' : 'cancelled or rolled back'}, in no bar.`
    : ''
}
