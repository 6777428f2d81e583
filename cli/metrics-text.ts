import { plural } from '@/lib/format'
import type { MetricSlug } from '@/lib/metrics/definition'
import { titleOf } from '@/lib/metrics/definitions'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
import type { MetricSettings } from '@/lib/metrics/settings'
import type { MetricFilters } from '@/lib/reports/filters'
import type { MetricsReport } from '@/lib/reports/report'
import { besideWords } from '@/lib/reports/rows/in-words'
import { startText } from '@/lib/reports/settings-words'
import { changeText, daysText, sampleText, valueText } from '@/lib/reports/wording'
import { fields, table } from './output'

const slugs = {
  deploymentFrequency: 'deployment-frequency',
  leadTime: 'lead-time',
  changeFailureRate: 'change-failure-rate',
  recoveryTime: 'recovery-time',
  reworkRate: 'rework-rate',
  coverage: 'coverage',
  cycleTime: 'cycle-time',
  throughput: 'throughput',
} as const satisfies Partial<Record<keyof MetricsReport, MetricSlug>>

type Part = keyof typeof slugs
type Named = { slug: MetricSlug; title: string; figure: Figure | LeadTime }

/** A report as people read it in a terminal: the numbers, then what is missing, left out or locked. */
export function metricsText(report: MetricsReport): string {
  const figures = (Object.keys(slugs) as Part[]).flatMap((part) => named(part, report[part]))
  const numbers = table(
    ['METRIC', 'VALUE', 'LEVEL', 'MADE OF', 'BEFORE', 'CHANGE'],
    figures.map(({ slug, title, figure }) => [title, ...cellsOf(slug, figure)].map(plainSpaces)),
  )
  const notes = [...figures.flatMap(notesOf), ...lockedNote(report)]
  return [head(report), numbers, ...(notes.length > 0 ? [notes.join('\n')] : [])].join('\n\n')
}

function named(part: Part, figure: Figure | LeadTime | null): Named[] {
  const slug = slugs[part]
  return figure ? [{ slug, title: titleOf(slug), figure }] : []
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

function cellsOf(slug: MetricSlug, { value, unit, level, previous, change, made }: Figure): string[] {
  return [
    value === null ? '—' : valueText(value, unit),
    level ?? '—',
    sampleText(slug, made.sampleSize),
    previous === null ? '—' : valueText(previous, unit),
    change ? [changeText(change, unit), change.word].filter(Boolean).join(', ') : '—',
  ]
}

function notesOf({ title, figure }: Named): string[] {
  const { missing, noLevel, made } = figure
  const beside = besideWords(figure)
  return [
    ...(missing === null ? [] : [`${title}: ${missing}`]),
    ...(noLevel === null ? [] : [`${title}: ${noLevel}.`]),
    ...(beside === null ? [] : [`${title}, also: ${beside}.`]),
    ...made.excluded.map(({ count, why }) => `${title}, left out: ${count} ${why}.`),
    ...made.adjusted.map(({ count, why }) => `${title}, noted: ${count} ${why}.`),
  ].map(plainSpaces)
}

function lockedNote({ locked }: MetricsReport): string[] {
  if (locked.length === 0) return []
  const titles = locked.map((part) => (part === 'services' ? 'Service health' : titleOf(slugs[part])))
  return [`Locked, since the Free plan does not include it: ${titles.join(', ')}.`]
}

/** As people search for them in a terminal. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
