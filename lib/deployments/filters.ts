import { type FiltersOf, oneOf, queryOf, readFilters, searchable } from '@/lib/core/query-filters'
import { deploymentStatuses } from '@/lib/deployments/schema'
import { calendarDay } from '@/lib/time/calendar-day'

const value = searchable(1024, 'deployment')

export const deploymentFilterSchemas = {
  q: value.regex(/[A-Za-z0-9]{3}/, 'needs three letters or digits in a row').transform((text) => text.trim()),
  environment: value,
  service: value,
  status: oneOf(deploymentStatuses),
  branch: value,
  triggeredBy: value,
  from: calendarDay,
  to: calendarDay,
}

export type FilterName = keyof typeof deploymentFilterSchemas

/**
 * Which deployments are meant. `from` and `to` are days of the organization's time zone such as "2026-03-31", both
 * included. `q` begins the deployment id or the commit SHA, or is part of service, branch, triggered by or pipeline.
 */
export type DeploymentFilters = FiltersOf<typeof deploymentFilterSchemas>

export const filterNames = Object.keys(deploymentFilterSchemas) as FilterName[]

/** Reads filters from a query string, as `readFilters` does. */
export function parseDeploymentFilters(params: URLSearchParams) {
  const { filters, problems } = readFilters(deploymentFilterSchemas, params)
  if (!filters.from || !filters.to || filters.from <= filters.to) return { filters, problems }
  const { to: _, ...rest } = filters
  return {
    filters: rest,
    problems: [...problems, { name: 'to' as const, message: 'must not be before the first day' }],
  }
}

/** The query string of filters, with `changes` made to them: "?environment=production&q=api", "" for none. */
export function filterQuery(
  filters: DeploymentFilters,
  changes: { [Name in FilterName | 'page']?: string | null } = {},
): string {
  return queryOf([...filterNames, 'page'], { ...filters, ...changes })
}

/** Whether anything is filtered at all. */
export function isFiltered(filters: DeploymentFilters): boolean {
  return filterNames.some((name) => filters[name] !== undefined)
}
