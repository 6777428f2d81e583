import { z } from 'zod'

export const pullRequestStates = ['live', 'undeployed', 'open', 'closed'] as const

const value = z
  .string()
  .max(300, 'may have at most 300 characters')
  .refine((text) => !text.includes('\0'), 'contains a character that no pull request has')

const schemas = {
  q: value
    .regex(/^\s*#?\d+\s*$|[\p{L}\p{N}]{3}/u, 'needs a number, or three letters or digits in a row')
    .transform((text) => text.trim()),
  state: z.enum(pullRequestStates, `must be one of ${pullRequestStates.join(', ')}`),
  repository: value,
  author: value,
}

export type PullRequestFilterName = keyof typeof schemas

/**
 * Which pull requests are meant: `live` ones are in production, `undeployed` ones are merged and in no production,
 * `closed` ones were never merged. `repository` is a name as services are
 * matched. `q` is a number, or a part of the title.
 */
export type PullRequestFilters = { [Name in PullRequestFilterName]?: z.infer<(typeof schemas)[Name]> }

export const pullRequestFilterNames = Object.keys(schemas) as PullRequestFilterName[]

export type PullRequestFilterProblem = { name: PullRequestFilterName | 'page'; message: string }

/** Reads filters from a query string. Blank ones count as not given; what cannot be understood is left out and named. */
export function parsePullRequestFilters(params: URLSearchParams): {
  filters: PullRequestFilters
  problems: PullRequestFilterProblem[]
} {
  const filters: Partial<Record<PullRequestFilterName, string>> = {}
  const problems: PullRequestFilterProblem[] = []
  for (const name of pullRequestFilterNames) {
    const given = params.get(name)
    if (given === null || given.trim() === '') continue
    const result = schemas[name].safeParse(given)
    if (result.success) filters[name] = result.data
    else problems.push({ name, message: result.error.issues[0]?.message ?? 'is not valid' })
  }
  return { filters: filters as PullRequestFilters, problems }
}

/** The query string of filters, with `changes` made to them: "?state=live&q=login", "" for none. */
export function pullRequestQuery(
  filters: PullRequestFilters,
  changes: { [Name in PullRequestFilterName | 'page']?: string | null } = {},
): string {
  const merged: Record<string, string | null | undefined> = { ...filters, ...changes }
  const params = new URLSearchParams()
  for (const name of [...pullRequestFilterNames, 'page']) if (merged[name]) params.set(name, merged[name])
  return params.size > 0 ? `?${params}` : ''
}
