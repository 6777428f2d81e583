import { groupBy } from '@/lib/core/listed'
import { createPauses } from '@/lib/core/pauses'

type Service = { repositoryId: number; serviceKey: string }

/** A merge, with the keys of the services that shipped it. */
type Merge = { repositoryId: number; services: readonly string[] }

/**
 * What each service has not shipped of the merges of its repository, in their order. Hundreds of services and thousands
 * of merges take long: others have their turn meanwhile.
 */
export async function findUnshipped<S extends Service, M extends Merge>(
  services: readonly S[],
  merges: readonly M[],
): Promise<{ service: S; waiting: M[] }[]> {
  const pause = createPauses()
  const shippedBy = new Map<M, ReadonlySet<string>>()
  for (const merge of merges) {
    shippedBy.set(merge, new Set(merge.services))
    await pause()
  }
  const ofRepository = groupBy(merges, ({ repositoryId }) => repositoryId)
  const unshipped: { service: S; waiting: M[] }[] = []
  for (const service of services) {
    const merged = ofRepository.get(service.repositoryId) ?? []
    unshipped.push({ service, waiting: merged.filter((merge) => !shippedBy.get(merge)?.has(service.serviceKey)) })
    await pause()
  }
  return unshipped
}
