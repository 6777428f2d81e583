import { db } from '@/lib/db/db'
import { type PathBudget, readPaths } from '@/lib/deployments/linking/find-touching'
import { touches } from '@/lib/deployments/linking/touches'

/** A service with paths, and the pull requests that may wait for it. */
type Candidates = { globs: readonly string[]; ids: readonly number[] }

/** So many services are compared with what is read once: each takes some memory meanwhile. */
const maxAtOnce = 50

/**
 * For each of some services, the pull requests whose files are known and touch none of its paths. Beyond the budget of
 * characters, which count for each service that they are compared with, files count as unknown.
 */
export async function findOutside(
  organizationId: number,
  services: readonly Candidates[],
  budget: PathBudget,
): Promise<Set<number>[]> {
  const outside: Set<number>[] = []
  for (let from = 0; from < services.length; from += maxAtOnce) {
    outside.push(...(await compare(organizationId, services.slice(from, from + maxAtOnce), budget)))
  }
  return outside
}

async function compare(
  organizationId: number,
  services: readonly Candidates[],
  budget: PathBudget,
): Promise<Set<number>[]> {
  const compared = services.map(({ globs, ids }) => ({
    ids: new Set(ids),
    touchService: touches(globs),
    outside: new Set<number>(),
  }))
  const concernedBy = (id: number) => compared.filter(({ ids }) => ids.has(id))
  const ids = [...new Set(services.flatMap((service) => service.ids))]
  const times = (id: number) => concernedBy(id).length
  for await (const { id, paths } of readPaths(db().people, organizationId, ids, budget, times)) {
    for (const { touchService, outside } of concernedBy(id)) {
      if (!(await touchService(paths))) outside.add(id)
    }
  }
  return compared.map(({ outside }) => outside)
}
