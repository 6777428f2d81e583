import type { RepositoryKey } from '@/lib/deployments/first-deployments/check-repository'
import { askHistory } from '../history-turns'
import { HostError } from '../model'

/** More branches than any history has side by side; each gap is kept in memory. */
const maxGaps = 50_000

const find = `
  SELECT DISTINCT parent AS sha FROM commits AS child CROSS JOIN LATERAL unnest(child.parents) AS parent
  WHERE child.organization_id = $1 AND child.repository_id = $2 AND NOT EXISTS (
    SELECT FROM commits AS stored
    WHERE stored.organization_id = $1 AND stored.repository_id = $2 AND stored.sha = parent)
  LIMIT ${maxGaps + 1}`

/** Parents of stored commits that are not stored themselves. Throws `HostError` where they are too many. */
export async function findGaps(repository: RepositoryKey): Promise<Set<string>> {
  const rows = await askHistory<{ sha: string }>(repository, find)
  const gaps = new Set(rows.map(({ sha }) => sha))
  checkGaps(gaps)
  return gaps
}

/** Refuses more commits that are yet to come than a history has reason to have. Throws `HostError`. */
export function checkGaps(gaps: ReadonlySet<string>): void {
  if (gaps.size <= maxGaps) return
  const text = `More than ${maxGaps.toLocaleString('en')} commits of this repository name parents that the host has not sent. Leadline reads no further.`
  throw new HostError(text, 'access')
}
