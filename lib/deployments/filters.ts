import { type FilterProblem, type FiltersOf, oneOf, queryOf, readFilters, searchable } from '@/lib/core/query-filters'
import { deploymentStatuses } from '@/lib/deployments/schema'
import { calendarDay } from '@/lib/time/calendar-day'

const value = searchable(1024, 'deployment')

export const deploymentFilterSchemas = {
  q: value.transform((text) => text.trim()),
  environment: value,
  service: value,
  team: value,
  status: oneOf(deploymentStatuses),
  branch: value,
  triggeredBy: value,
  from: calendarDay,
  to: calendarDay,
}

export type FilterName = keyof typeof deploymentFilterSchemas

/**
 * Which deployments are meant. `from` and `to` are days of the organization's time zone such as "2026-03-31", both
 * included. `team` has the services that belong to it now. `q` begins the deployment id or the commit SHA, or is part of
 * the first 100 characters of service, branch, triggered by or pipeline; one without three letters or digits in a row is
 * a whole deployment id. `production` means every environment that counts as production.
 */
export type DeploymentFilters = FiltersOf<typeof deploymentFilterSchemas> & { production?: true }

export const filterNames = Object.keys(deploymentFilterSchemas) as FilterName[]

type Parsed = { filters: DeploymentFilters; problems: FilterProblem<FilterName>[] }

/** Reads filters from a query string, as `readFilters` does. */
export function parseDeploymentFilters(params: URLSearchParams): Parsed {
  const { filters, problems } = readFilters(deploymentFilterSchemas, params)
  if (!filters.from || !filters.to || filters.from <= filters.to) return { filters, problems }
  const { to: _, ...rest } = filters
  return {
    filters: rest,
    problems: [...problems, { name: 'to' as const, message: 'must not be before the first day' }],
  }
}

/** What the address of a page of the history says in place of an environment where it means all of them. */
export const everyEnvironment = '*'

/** Reads the address of a page of the history: without an environment it means production. */
export function parseHistoryFilters(params: URLSearchParams): Parsed {
  const { filters, problems } = parseDeploymentFilters(params)
  const { environment, ...others } = filters
  if (environment === everyEnvironment) return { filters: others, problems }
  return environment === undefined ? { filters: { ...others, production: true }, problems } : { filters, problems }
}

type Changes = { [Name in FilterName | 'page']?: string | null }

/** The query string that `parseHistoryFilters` reads as these filters, with `changes` made to it: "?q=api", or "". */
export function historyQuery(filters: DeploymentFilters, changes: Changes = {}): string {
  const environment = filters.production ? null : (filters.environment ?? everyEnvironment)
  return queryOf([...filterNames, 'page'], { ...filters, environment, ...changes })
}

/** Whether anything is filtered at all. */
export function isFiltered(filters: DeploymentFilters): boolean {
  return filterNames.some((name) => filters[name] !== undefined)
}
