import { createPauses } from '@/lib/core/pauses'
import type { Queryable } from '@/lib/db/transaction'
import { readGlobs, touches } from '@/lib/deployments/linking/touches'

/** Characters of paths that may still be compared with globs. */
export type PathBudget = { left: number }

/** So many characters of paths are compared with globs that are not long. */
const maxCompared = 64_000_000

/** Globs with more characters take longer: each character of a path then counts as often as this goes into them. */
const notLong = 512

/** So many of them are read at once. */
const maxReadAtOnce = 1_000_000

/** Of a pull request with more, the files count as unknown anyway: `knownPaths` and the separators of 3,000 files. */
export const maxOfOne = 403_000

/** The paths of so many pull requests are measured at once: the database has to unpack them for that. */
const maxMeasured = 200

/**
 * Those of some pull requests that changed a file which one of the globs matches, or whose files are not known. Beyond
 * the budget, 64,000,000 characters of paths, fewer where the globs are long, in the order of `ids`, files count as
 * unknown; then nothing is left of it.
 */
export async function findTouching(
  client: Queryable,
  organizationId: number,
  ids: readonly number[],
  globs: readonly string[],
  budget: PathBudget = { left: maxCompared },
): Promise<Set<number>> {
  const touchService = touches(globs)
  const touching = new Set(ids)
  const pause = createPauses()
  const timesCompared = Math.max(1, readGlobs(globs).characters / notLong)
  for await (const { id, paths } of readPaths(client, organizationId, ids, budget, () => timesCompared)) {
    if (!(await touchService(paths))) touching.delete(id)
    await pause()
  }
  return touching
}

/**
 * The paths of those of some pull requests whose files are known, some at a time, as far as the budget reaches: those of
 * each count as often as they are compared.
 */
export async function* readPaths(
  client: Queryable,
  organizationId: number,
  ids: readonly number[],
  budget: PathBudget,
  timesCompared: (id: number) => number = () => 1,
): AsyncGenerator<{ id: number; paths: string[] }> {
  for await (const batch of batchesOf(client, organizationId, ids, budget, timesCompared)) {
    const { rows } = await client.query<{ id: number; paths: string }>({
      ...readKnown,
      values: [organizationId, batch],
    })
    for (const { id, paths } of rows) yield { id, paths: JSON.parse(paths) as string[] }
  }
}

const measurePaths = {
  name: 'measure-paths',
  text: `SELECT id, length(array_to_string(paths, '/')) AS characters FROM pull_requests
    WHERE organization_id = $1 AND id = ANY ($2::int[]) AND paths_known`,
}

/** As JSON, which is parsed far faster than an array of the database. */
const readKnown = {
  name: 'read-paths',
  text: `SELECT id, to_json(paths)::text AS paths FROM pull_requests
    WHERE organization_id = $1 AND id = ANY ($2::int[]) AND paths_known`,
}

/** Pull requests whose paths are worth comparing, as many as may be read at once. */
async function* batchesOf(
  client: Queryable,
  organizationId: number,
  ids: readonly number[],
  budget: PathBudget,
  timesCompared: (id: number) => number,
): AsyncGenerator<number[]> {
  let batch: number[] = []
  let held = 0
  for (let from = 0; from < ids.length && budget.left > 0; from += maxMeasured) {
    const some = ids.slice(from, from + maxMeasured)
    const values = [organizationId, some]
    const { rows } = await client.query<{ id: number; characters: number }>({ ...measurePaths, values })
    const measured = new Map(rows.map(({ id, characters }) => [id, characters]))
    for (const id of some) {
      const characters = measured.get(id)
      if (characters === undefined || characters > maxOfOne) continue
      budget.left -= characters * timesCompared(id)
      if (budget.left < 0) break
      if (held + characters > maxReadAtOnce) {
        yield batch
        batch = []
        held = 0
      }
      batch.push(id)
      held += characters
    }
  }
  if (batch.length > 0) yield batch
}
