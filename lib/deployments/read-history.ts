import type { FilterProblem } from '@/lib/core/query-filters'
import { pageOrLatest } from '@/lib/db/pager'
import { type DeploymentFilters, type FilterName, parseDeploymentFilters } from '@/lib/deployments/filters'
import { type DeploymentPage, listDeployments } from '@/lib/deployments/list'
import { versionOf } from '@/lib/http/version'

export type History = DeploymentPage & {
  filters: DeploymentFilters
  /** What of the address was not understood and left out. */
  problems: FilterProblem<FilterName | 'page'>[]
  /** Differs when what is on the page differs. */
  version: string
}

const pageSize = 50

/** The page of an organization's history that a query string means: its filters, and `page`, a cursor. */
export async function readHistory(organizationId: number, params: URLSearchParams): Promise<History> {
  const { filters, problems } = parseDeploymentFilters(params)
  const { page, ...read } = await pageOrLatest(params, (cursor) =>
    listDeployments(organizationId, filters, cursor, pageSize),
  )
  return { ...page, filters, problems: [...problems, ...read.problems], version: versionOf(page) }
}
