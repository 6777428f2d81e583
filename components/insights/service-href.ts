import { type MetricFilters, metricQuery } from '@/lib/insights/reports/filters'

/** The page of a service, for the days of a report. */
export function serviceHref(organization: string, service: string, filters: MetricFilters): string {
  return `/${organization}/services/${encodeURIComponent(service)}${metricQuery(filters, { service: null, team: null })}`
}
