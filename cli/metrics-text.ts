import { plural } from '@/lib/core/format'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { type AnyMetric, metrics } from '@/lib/insights/metrics/registry'
import { type MetricSettings, startText } from '@/lib/insights/metrics/settings'
import { changeText, valueText } from '@/lib/insights/metrics/value-text'
import type { MetricFilters } from '@/lib/insights/reports/filters'
import { goalWords } from '@/lib/insights/reports/goal-words'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { daysText, sampleText } from '@/lib/insights/reports/wording'
import { changeSentence } from '@/lib/insights/reports/wording-changes'
import { fields, table } from './output'

type Shown = { metric: AnyMetric; result: MetricValue }

/** A report as people read it in a terminal: the numbers, then what is missing, left out or locked. */
export function metricsText(report: MetricsReport): string {
  const shown = metrics.flatMap((metric): Shown[] => {
    const result = report[metric.name]
    return result ? [{ metric, result }] : []
  })
  const numbers = table(
    ['METRIC', 'VALUE', 'LEVEL', 'MADE OF', 'BEFORE', 'CHANGE'],
    shown.map((each) => cellsOf(each).map(plainSpaces)),
  )
  const notes = [...shown.flatMap((each) => notesOf(report, each)), ...lockedNote(report)]
  return [head(report), numbers, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n')
}

function head({
  organization,
  filters,
  settings,
  levelsReport,
  period,
  previousPeriod,
  dataFrom,
}: MetricsReport): string {
  const { firstDay, lastDay, timeZone } = period
  const days = plural(period.days.length, 'day')
  return fields([
    ['Organization', organization],
    ['Period', `${daysText(firstDay, lastDay)}, ${days} of ${timeZone}`],
    ['Before', daysText(previousPeriod.firstDay, previousPeriod.lastDay)],
    ['Data from', dataFrom ?? 'no deployment to production yet'],
    ['Only', onlyText(filters)],
    ['Counted', settingsText(settings)],
    ['Levels', `${levelsReport.title}, ${levelsReport.url}`],
  ])
}

function onlyText(filters: MetricFilters): string | null {
  const names = (['service', 'environment', 'repository', 'team'] as const).filter((name) => filters[name] !== null)
  return names.length > 0 ? names.map((name) => `${name} ${filters[name]}`).join(', ') : null
}

function settingsText({ leadTimeFrom, leadTimeDefault, rolledBackFails }: MetricSettings): string {
  const isDefault = leadTimeFrom === leadTimeDefault
  const why = isDefault ? 'the default' : `the default is ${startText[leadTimeDefault]}`
  return `lead time ${startText[leadTimeFrom]} (${why}), rolled back ${rolledBackFails ? 'as failed' : 'not as failed'}`
}

function cellsOf({ metric, result }: Shown): string[] {
  const { value, unit, level, previous, change, provenance } = result
  return [
    metric.title,
    value === null ? '—' : valueText(value, unit),
    level ?? '—',
    sampleText(metric, provenance.sampleSize),
    previous === null ? '—' : valueText(previous, unit),
    change && value !== null && previous !== null
      ? [changeText(previous, value, unit), change.word].filter(Boolean).join(', ')
      : '—',
  ]
}

function notesOf(report: MetricsReport, { metric, result }: Shown): string[] {
  const { title } = metric
  const { missing, noLevel, provenance } = result
  const also = metric.also?.(result) ?? null
  const goal = goalWords(report, metric, result)
  const isClear = result.change?.word === 'better' || result.change?.word === 'worse'
  const changed = isClear ? changeSentence(metric, result) : null
  return [
    ...(missing === null ? [] : [`${title}: ${missing}`]),
    ...(noLevel === null ? [] : [`${title}: ${noLevel}.`]),
    ...(also === null ? [] : [`${title}, also: ${also}.`]),
    ...(goal === null ? [] : [`${title}: ${goal.words}; ${goal.held}.`]),
    ...(changed === null ? [] : [`${title}, what changed: ${changed}`]),
    ...provenance.excluded.map(({ count, why }) => `${title}, left out: ${count} ${why}.`),
    ...provenance.adjusted.map(({ count, why }) => `${title}, noted: ${count} ${why}.`),
  ].map(plainSpaces)
}

function lockedNote({ locked }: MetricsReport): string[] {
  if (locked.length === 0) return []
  const titles = locked.map((part) => metrics.find(({ name }) => name === part)?.title ?? 'Service health')
  return [`Locked, since the Free plan does not include it: ${titles.join(', ')}.`]
}

/** As people search for them in a terminal. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
