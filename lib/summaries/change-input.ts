import { formatCount } from '@/lib/core/format'
import type { AnyMetric, MetricSlug } from '@/lib/insights/metrics/registry'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { addPeriods, cleanText, factList, type SummaryInput } from './facts'
import { addMetric } from './metric-facts'
import { namesOf } from './names'

const maxServices = 8

/** The value that a metric has of a single service. */
const valuesOfService: Partial<Record<MetricSlug, (health: ServiceHealth) => number | null>> = {
  'deployment-frequency': ({ perDay }) => perDay,
  'lead-time': ({ leadTimeP50Seconds }) => leadTimeP50Seconds,
  'change-failure-rate': ({ changeFailureRate }) => changeFailureRate,
  'recovery-time': ({ recoveryP50Seconds }) => recoveryP50Seconds,
  'rework-rate': ({ reworkRate }) => reworkRate,
}

type Compared = { name: string; now: number | null; before: number | null; deployments: number; health: ServiceHealth }

/**
 * What a model is given about the change of a metric: both values, what they were made of, and those of the services
 * that changed most. `before` is the report of the period before. Null where there is no change.
 */
export function changeInput(metric: AnyMetric, report: MetricsReport, before: MetricsReport): SummaryInput | null {
  const result = report[metric.name]
  if (!result?.change) return null
  const list = factList()
  const about = addPeriods(list, `How ${metric.title} changed`, report)
  addMetric(list, metric, result)
  const sampleBefore = before[metric.name]?.provenance.sampleSize
  const [one, many = `${one}s`] = metric.sample
  if (sampleBefore !== undefined)
    list.add(`${metric.title}, the period before: ${many} that it was made of`, formatCount(sampleBefore))
  const services = compare(metric, report, before).slice(0, maxServices)
  for (const { name, now, before: previous, deployments } of services) {
    if (now !== null) list.add(`${name}: ${metric.title}`, valueText(now, metric.unit))
    if (previous !== null) list.add(`${name}: ${metric.title}, the period before`, valueText(previous, metric.unit))
    list.add(`${name}: deployments that ended`, formatCount(deployments))
  }
  return {
    about,
    titles: [],
    ...namesOf(
      report,
      services.map(({ health }) => health),
    ),
    facts: list.facts,
  }
}

/** The services that have a value in one of the periods: those whose value changed most first. */
function compare(metric: AnyMetric, report: MetricsReport, before: MetricsReport): Compared[] {
  const read = valuesOfService[metric.slug]
  if (!read) return []
  const earlier = new Map((before.services ?? []).map((health) => [health.service, read(health)]))
  return (report.services ?? [])
    .flatMap((health): Compared[] => {
      const [now, previous] = [read(health), earlier.get(health.service) ?? null]
      if (health.service === null || (now === null && previous === null)) return []
      return [{ name: cleanText(health.service), now, before: previous, deployments: health.deployments, health }]
    })
    .sort((a, b) => differenceOf(b) - differenceOf(a))
}

function differenceOf({ now, before }: Compared): number {
  return Math.abs((now ?? 0) - (before ?? 0))
}
