import { type FiltersOf, oneOf, queryOf, readFilters, searchable } from '@/lib/core/query-filters'

export const pullRequestStates = ['live', 'undeployed', 'open', 'closed'] as const

const value = searchable(300, 'pull request')

export const pullRequestFilterSchemas = {
  q: value
    .regex(/^\s*#?\d+\s*$|[\p{L}\p{N}]{3}/u, 'needs a number, or three letters or digits in a row')
    .transform((text) => text.trim()),
  state: oneOf(pullRequestStates),
  repository: value,
  team: value,
  author: value,
}

export type PullRequestFilterName = keyof typeof pullRequestFilterSchemas

/**
 * Which pull requests are meant: `live` ones are in production, `undeployed` ones are merged and in no production,
 * `closed` ones were never merged. `repository` is a name as services are
 * matched. `team` means what its services shipped, and what no deployment shipped yet of the repositories that they
 * are deployed from. `q` is a number, or a part of the first 250 characters of the title.
 */
export type PullRequestFilters = FiltersOf<typeof pullRequestFilterSchemas>

export const pullRequestFilterNames = Object.keys(pullRequestFilterSchemas) as PullRequestFilterName[]

/** Reads filters from a query string, as `readFilters` does. */
export const parsePullRequestFilters = (params: URLSearchParams) => readFilters(pullRequestFilterSchemas, params)

/** The query string of filters, with `changes` made to them: "?state=live&q=login", "" for none. */
export function pullRequestQuery(
  filters: PullRequestFilters,
  changes: { [Name in PullRequestFilterName | 'page']?: string | null } = {},
): string {
  return queryOf([...pullRequestFilterNames, 'page'], { ...filters, ...changes })
}
