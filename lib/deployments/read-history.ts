import { type DeploymentFilters, type FilterProblem, parseDeploymentFilters } from '@/lib/deployments/filters'
import { type DeploymentPage, listDeployments } from '@/lib/deployments/list'
import { versionOf } from '@/lib/deployments/version'
import { AppError } from '@/lib/errors'

export type History = DeploymentPage & {
  filters: DeploymentFilters
  /** What of the address was not understood and left out. */
  problems: (FilterProblem | { name: 'page'; message: string })[]
  /** Differs when what is on the page differs. */
  version: string
}

const pageSize = 50

/** The page of an organization's history that a query string means: its filters, and `page`, a cursor. */
export async function readHistory(organizationId: number, params: URLSearchParams): Promise<History> {
  const { filters, problems } = parseDeploymentFilters(params)
  const list = (cursor: string | null) => listDeployments(organizationId, filters, cursor, pageSize)
  try {
    const page = await list(params.get('page'))
    return { ...page, filters, problems, version: versionOf(page) }
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    const page = await list(null)
    const problem = { name: 'page' as const, message: 'does not exist; these are the latest' }
    return { ...page, filters, problems: [...problems, problem], version: versionOf(page) }
  }
}
