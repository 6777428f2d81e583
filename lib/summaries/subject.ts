import { AppError } from '@/lib/core/errors'
import { SummaryKind } from '@/lib/generated/prisma/enums'
import { versionOf } from '@/lib/http/version'
import { type AnyMetric, findMetric } from '@/lib/insights/metrics/registry'
import { defaultPreset } from '@/lib/insights/reports/chosen-days'
import { fixDays, type MetricFilters, metricQuery, parseMetricFilters } from '@/lib/insights/reports/filters'
import { dayOf } from '@/lib/time/days'
import { type IsoWeek, parseIsoWeek } from '@/lib/time/iso-week'

/** What a summary is about: the kind, and the rest as an address says it. */
export type SummarySubject = { kind: SummaryKind; text: string }

/** A report to write about: of a week, or of the change of a metric. */
export type SummaryReport = { filters: MetricFilters; metric: AnyMetric | null }

export const summaryKinds = Object.values(SummaryKind)

/** `2026-W47?service=api`: however much of the week has passed. */
export function weekSubject({ name }: Pick<IsoWeek, 'name'>, filters: MetricFilters): SummarySubject {
  const { calendar, against, ...subject } = filters
  return { kind: 'week', text: `${name}${metricQuery({ ...subject, preset: defaultPreset })}` }
}

/** `lead-time?from=2026-11-01&to=2026-11-24&service=api`. */
export function changeSubject({ slug }: Pick<AnyMetric, 'slug'>, filters: MetricFilters): SummarySubject {
  return { kind: 'change', text: `${slug}${metricQuery(fixDays(filters))}` }
}

/** Names a subject in few characters, however many it has. */
export function keyOf({ kind, text }: SummarySubject): string {
  return versionOf([kind, text])
}

/** The subject as it is stored, with the report that it names as of `now`. Throws `invalid`, and `not_found`. */
export function parseSubject(
  { kind, text }: SummarySubject,
  timeZone: string,
  now: Date,
): { subject: SummarySubject; report: SummaryReport } {
  const end = text.indexOf('?')
  const [head, query] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)]
  const { filters, problems } = parseMetricFilters(new URLSearchParams(query), timeZone, now)
  if (problems.length > 0) throw noSuchReport()
  if (kind === 'change') {
    const metric = findMetric(head)
    return { subject: changeSubject(metric, filters), report: { filters, metric } }
  }
  const week = parseIsoWeek(head)
  const today = dayOf(now, timeZone)
  if (!week || week.firstDay > today) throw noSuchReport()
  const lastDay = week.lastDay < today ? week.lastDay : today
  const { calendar: _, against, ...subject } = filters
  const days = { firstDay: week.firstDay, lastDay, preset: null, calendar: { kind: 'week', ...week } } as const
  return { subject: weekSubject(week, filters), report: { filters: { ...subject, ...days }, metric: null } }
}

function noSuchReport(): AppError {
  return new AppError('invalid', 'There is no such report; reload the page')
}
