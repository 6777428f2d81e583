import type { FilterProblem } from '@/lib/core/query-filters'
import { pageOrLatest } from '@/lib/db/pager'
import { type PullRequestFilterName, type PullRequestFilters, parsePullRequestFilters } from './filters'
import { listPullRequests, type PullRequestPage } from './list'

export type PullRequestList = PullRequestPage & {
  filters: PullRequestFilters
  /** What of the address was not understood and left out. */
  problems: FilterProblem<PullRequestFilterName | 'page'>[]
}

const pageSize = 50

/** The page of an organization's pull requests that a query string means: its filters, and `page`, a cursor. */
export async function readPullRequests(organizationId: number, params: URLSearchParams): Promise<PullRequestList> {
  const { filters, problems } = parsePullRequestFilters(params)
  const read = await pageOrLatest(params, (cursor) => listPullRequests(organizationId, filters, cursor, pageSize))
  return { ...read.page, filters, problems: [...problems, ...read.problems] }
}
