import { z } from 'zod'
import { deploymentStatuses } from '@/lib/deployments/schema'
import { parseIsoInstant } from '@/lib/time'

const value = z
  .string()
  .max(1024, 'may have at most 1,024 characters')
  .refine((text) => !text.includes('\0'), 'contains a character that no deployment has')

const day = z
  .string()
  .regex(/^20\d\d-\d\d-\d\d$/, 'must be a date such as 2026-03-31')
  .refine((text) => parseIsoInstant(text) !== null, 'is not in the calendar')

const schemas = {
  q: value.regex(/[a-z0-9]{3}/i, 'needs three letters or digits in a row').transform((text) => text.trim()),
  environment: value,
  service: value,
  status: z.enum(deploymentStatuses, `must be one of ${deploymentStatuses.join(', ')}`),
  branch: value,
  triggeredBy: value,
  from: day,
  to: day,
}

export type FilterName = keyof typeof schemas

/**
 * Which deployments are meant. `from` and `to` are days of the organization's time zone such as "2026-03-31", both
 * included. `q` begins the deployment id or the commit SHA, or is part of service, branch, triggered by or pipeline.
 */
export type DeploymentFilters = { [Name in FilterName]?: z.infer<(typeof schemas)[Name]> }

export const filterNames = Object.keys(schemas) as FilterName[]

export type FilterProblem = { name: FilterName; message: string }

/** Reads filters from a query string. Blank ones count as not given; what cannot be understood is left out and named. */
export function parseDeploymentFilters(params: URLSearchParams): {
  filters: DeploymentFilters
  problems: FilterProblem[]
} {
  const filters: Partial<Record<FilterName, string>> = {}
  const problems: FilterProblem[] = []
  for (const name of filterNames) {
    const given = params.get(name)
    if (given === null || given.trim() === '') continue
    const result = schemas[name].safeParse(given)
    if (result.success) filters[name] = result.data
    else problems.push({ name, message: result.error.issues[0]?.message ?? 'is not valid' })
  }
  if (filters.from && filters.to && filters.to < filters.from) {
    delete filters.to
    problems.push({ name: 'to', message: 'must not be before the first day' })
  }
  return { filters: filters as DeploymentFilters, problems }
}

/** The query string of filters, with `changes` made to them: "?environment=production&q=api", "" for none. */
export function filterQuery(
  filters: DeploymentFilters,
  changes: { [Name in FilterName | 'page']?: string | null } = {},
): string {
  const merged: Record<string, string | null | undefined> = { ...filters, ...changes }
  const params = new URLSearchParams()
  for (const name of [...filterNames, 'page']) if (merged[name]) params.set(name, merged[name])
  return params.size > 0 ? `?${params}` : ''
}

/** Whether anything is filtered at all. */
export function isFiltered(filters: DeploymentFilters): boolean {
  return filterNames.some((name) => filters[name] !== undefined)
}
