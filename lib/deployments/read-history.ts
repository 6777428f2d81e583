import type { FilterProblem } from '@/lib/core/query-filters'
import { pageOrLatest } from '@/lib/db/pager'
import { reporting } from '@/lib/db/reporting'
import { type DeploymentFilters, type FilterName, parseHistoryFilters } from '@/lib/deployments/filters'
import { type DeploymentPage, listDeployments } from '@/lib/deployments/list'
import { loadFirstTitles } from '@/lib/deployments/load-first-titles'
import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { versionOf } from '@/lib/http/version'

/** A deployment, and the titles of the first pull requests that it shipped. */
export type HistoryDeployment = DeploymentSummary & { titles: string[] }

export type History = Omit<DeploymentPage, 'deployments'> & {
  deployments: HistoryDeployment[]
  filters: DeploymentFilters
  /** What of the address was not understood and left out. */
  problems: FilterProblem<FilterName | 'page'>[]
  /** Differs when what is on the page differs. */
  version: string
}

const pageSize = 50

/** The page of an organization's history that a query string means: its filters, and `page`, a cursor. */
export async function readHistory(organizationId: number, params: URLSearchParams): Promise<History> {
  const { filters, problems } = parseHistoryFilters(params)
  const { page: found, ...read } = await pageOrLatest(params, (cursor) =>
    listDeployments(organizationId, filters, cursor, pageSize),
  )
  const shipping = found.deployments.flatMap(({ id, linkedPRs }) => (linkedPRs > 0 ? [id] : []))
  const titles = await reporting(organizationId, (query) => loadFirstTitles(query, organizationId, shipping))
  const page = {
    ...found,
    deployments: found.deployments.map((each) => ({ ...each, titles: titles.get(each.id) ?? [] })),
  }
  return { ...page, filters, problems: [...problems, ...read.problems], version: versionOf(page) }
}
