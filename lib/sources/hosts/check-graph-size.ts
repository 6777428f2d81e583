import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { askHistory } from './history-turns'
import { HostError } from './model'

/** Of all commits of a repository and the parents that they name: twice what the largest public ones have. */
export const maxGraphSize = 5_000_000

/** Refuses a repository whose commits, and the parents that they name, do not fit in memory. Throws `HostError`. */
export function checkGraphSize(size: number): void {
  if (size <= maxGraphSize) return
  const most = maxGraphSize.toLocaleString('en')
  throw new HostError(
    `The commits of this repository, and the parents that they name, are more than ${most}. Leadline reads no further.`,
    'access',
  )
}

const measure = `
  SELECT coalesce(sum(cardinality(parents) + 1), 0)::float8 AS size FROM commits
  WHERE organization_id = $1 AND repository_id = $2`

/** How many commits of a repository are stored, and how many parents they name. */
export async function measureGraph(repository: RepositoryKey): Promise<number> {
  const [measured] = await askHistory<{ size: number }>(repository, measure)
  return measured?.size ?? 0
}
