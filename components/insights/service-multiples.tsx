import { bucketName } from '@/components/charts/bucket'
import { ChartFigure } from '@/components/charts/chart-figure'
import { ChartTable } from '@/components/charts/chart-table'
import { SmallMultiple } from '@/components/charts/small-multiple'
import { formatCount, plural } from '@/lib/core/format'
import { outcomeScale } from '@/lib/insights/charts/outcome-scale'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { linkBuckets } from '@/lib/insights/reports/buckets'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { isOver } from '@/lib/time/period'

/** What is drawn of a service, and said under its name. */
export type DrawnService = Pick<ServiceHealth, 'service' | 'deployments' | 'weekly'> & {
  note: string
  openIncidents?: number
}
type Named = DrawnService & { service: string }
type Props = {
  services: readonly DrawnService[]
  report: Pick<MetricsReport, 'filters' | 'period' | 'settings'>
  hrefOf: (service: string) => string
}

const maxCharts = 8

/** Where rows of four would leave one or two charts alone. */
const inThrees = new Set([3, 5, 6])

/** Whether there are two services or more to draw side by side. */
export function isDrawn(services: readonly DrawnService[]): boolean {
  return services.filter(isDeployed).length >= 2
}

function isDeployed(health: DrawnService): health is Named {
  return health.service !== null && health.deployments > 0
}

/** What the busiest services deployed week by week, side by side; nothing for less than two. */
export function ServiceMultiples({ services, report: { filters, period, settings }, hrefOf }: Props) {
  const deployed = services.filter(isDeployed)
  if (!isDrawn(services)) return null
  const shown = deployed.slice(0, maxCharts)
  const weeks = linkBuckets(period.weeks, '', filters)
  const weekOf = ({ weekly }: Named, index: number) => weekly[index] ?? { success: 0, failed: 0 }
  const legend = [
    `All on one scale, succeeded above the line, failed below${deployed.length > maxCharts ? `; the busiest ${maxCharts} of ${plural(deployed.length, 'service')}` : ''}.`,
    inNoBar(shown, settings.rolledBackFails),
  ]
  return (
    <ChartFigure title="Deployments per week, by service">
      <p className="text-xs text-pretty text-muted">{legend.join(' ')}</p>
      <div
        className={`grid grid-cols-2 gap-x-6 gap-y-8 py-3 ${inThrees.has(shown.length) ? 'lg:grid-cols-3' : 'lg:grid-cols-4'}`}
      >
        {shown.map((health) => (
          <SmallMultiple
            href={hrefOf(health.service)}
            key={health.service}
            scale={outcomeScale(shown.flatMap(({ weekly }) => weekly))}
            title={health.service}
            weeks={weeks.map(({ partial }, index) => ({ partial, ...weekOf(health, index) }))}
          >
            <p className="text-xs text-muted tabular-nums">
              {health.note}
              {(health.openIncidents ?? 0) > 0 && (
                <span className="font-medium text-failure">, incident open{isOver(period) && ' at the end'}</span>
              )}
            </p>
          </SmallMultiple>
        ))}
      </div>
      <ChartTable
        caption="Deployments per week, by service"
        columns={['Week', ...shown.map(({ service }) => service)]}
        rows={weeks.map((week, index) => ({
          id: week.longLabel,
          name: bucketName(week),
          href: null,
          cells: shown.map((health) => weekText(weekOf(health, index))),
        }))}
      />
    </ChartFigure>
  )
}

function weekText({ success, failed }: { success: number; failed: number }): string {
  return `${formatCount(success)} succeeded${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`
}

/** Says how many deployments are counted but are in none of the bars. */
function inNoBar(services: readonly DrawnService[], rolledBackFails: boolean): string {
  const drawn = services.flatMap(({ weekly }) => weekly).reduce((sum, { success, failed }) => sum + success + failed, 0)
  const count = services.reduce((sum, { deployments }) => sum + deployments, 0) - drawn
  return count > 0
    ? `${formatCount(count)} ${rolledBackFails ? 'cancelled' : 'cancelled or rolled back'}, in no bar.`
    : ''
}
