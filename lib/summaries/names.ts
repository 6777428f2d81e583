import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { cleanText, type SummaryInput } from './facts'

/** The names that a model may use, of services that it is told of and of what the report is narrowed to; and others. */
export function namesOf(
  { services, filters: { service, team, environment, repository } }: Pick<MetricsReport, 'services' | 'filters'>,
  told: readonly Pick<ServiceHealth, 'service'>[],
): Pick<SummaryInput, 'names' | 'otherNames'> {
  const given = [...told.map((each) => each.service), service, team, environment, repository]
  const names = [...new Set(given.flatMap((name) => (name === null ? [] : cleanText(name))))]
  const all = (services ?? []).flatMap((each) => (each.service === null ? [] : each.service))
  return { names, otherNames: all.filter((name) => !names.includes(name)) }
}
