import { formatCount } from '@/lib/core/format'
import { versionOf } from '@/lib/http/version'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { type AnyMetric, metrics } from '@/lib/insights/metrics/registry'
import { changeText, valueText } from '@/lib/insights/metrics/value-text'
import type { MetricsReport } from '@/lib/insights/reports/report'
import type { Fact, FactList } from './facts'

/** What a metric comes to, came to before, and was made of. */
export function addMetric({ add }: FactList, metric: AnyMetric, result: MetricValue): void {
  const { value, previous, unit, provenance } = result
  const label = [metric.title, metric.variant?.(result)].filter(Boolean).join(' ')
  const [one, many = `${one}s`] = metric.sample
  if (value !== null) add(label, valueText(value, unit))
  if (previous !== null) add(`${label}, the period before`, valueText(previous, unit))
  addChange(add, label, result)
  add(`${label}: ${many} that it was made of`, formatCount(provenance.sampleSize))
}

function addChange(add: FactList['add'], label: string, result: MetricValue): void {
  const { value, previous, unit, change } = result
  if (value === null || previous === null) return
  const text = changeText(previous, value, unit)
  const sign = signOf(text)
  if (sign === null) return
  const word = change?.word
  const judged = word === 'better' || word === 'worse' ? ` and ${word}` : ''
  add(`${label}, ${sign === '+' ? 'higher' : 'lower'}${judged} than in the period before, by`, text.slice(1), sign)
}

function signOf(text: string): Fact['sign'] | null {
  return text.startsWith('+') ? '+' : text.startsWith('−') ? '−' : null
}

type Shown = [metric: AnyMetric, result: MetricValue | null]

/** The metrics of a report that the plan includes. */
export function metricsOf(report: MetricsReport): Shown[] {
  return metrics.map((metric) => [metric, report[metric.name]])
}

/** Which numbers of some metrics are shown: it differs when one of them does. */
export function digestOf(shown: readonly Shown[]): string {
  return versionOf(
    shown.map(([{ slug }, result]) => {
      if (!result) return [slug]
      const { value, previous, unit, provenance } = result
      return [slug, provenance.sampleSize, ...[value, previous].map((each) => each !== null && valueText(each, unit))]
    }),
  )
}
