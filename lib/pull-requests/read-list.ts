import { AppError } from '@/lib/errors'
import { type PullRequestFilterProblem, type PullRequestFilters, parsePullRequestFilters } from './filters'
import { listPullRequests, type PullRequestPage } from './list'

export type PullRequestList = PullRequestPage & {
  filters: PullRequestFilters
  /** What of the address was not understood and left out. */
  problems: PullRequestFilterProblem[]
}

const pageSize = 50

/** The page of an organization's pull requests that a query string means: its filters, and `page`, a cursor. */
export async function readPullRequests(organizationId: number, params: URLSearchParams): Promise<PullRequestList> {
  const { filters, problems } = parsePullRequestFilters(params)
  const list = (cursor: string | null) => listPullRequests(organizationId, filters, cursor, pageSize)
  try {
    return { ...(await list(params.get('page'))), filters, problems }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    const problem = { name: 'page' as const, message: 'does not exist; these are the latest' }
    return { ...(await list(null)), filters, problems: [...problems, problem] }
  }
}
