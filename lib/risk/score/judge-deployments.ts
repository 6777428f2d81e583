import { groupBy } from '@/lib/core/listed'
import { unknownContent } from './case'
import { type Judged, judge, loadServiceHistory } from './judge'
import { loadContents, type Range } from './load/contents'
import type { StoredDeployment } from './load/deployments'
import { liveAt, placeAll } from './load-cases'
import type { StoredModel } from './store'

type Begun = { deployment: StoredDeployment; history: StoredDeployment[]; live: StoredDeployment | null }

/**
 * The scores of deployments by their ids, by what was known when each began: what came later is not looked at. Only for
 * those that the model was not fitted on.
 */
export async function judgeDeployments(
  organizationId: number,
  timeZone: string,
  model: StoredModel,
  deployments: readonly StoredDeployment[],
): Promise<Map<number, Judged>> {
  const begun: Begun[] = []
  for (const [serviceKey, own] of groupBy(deployments, (one) => one.serviceKey)) {
    for (const deployment of own) {
      const history = await loadServiceHistory(organizationId, serviceKey, deployment.startedAt)
      const earlier = history.filter(({ environmentKey }) => environmentKey === deployment.environmentKey)
      begun.push({ deployment, history, live: liveAt(earlier, deployment.startedAt) })
    }
  }
  const contents = await loadContents(organizationId, await rangesOf(organizationId, begun))
  return new Map(
    begun.map(({ deployment: { id, serviceKey, startedAt: at }, history }) => {
      const content = contents.get(id) ?? unknownContent
      return [id, judge(model, timeZone, { serviceKey, at, content }, history)]
    }),
  )
}

async function rangesOf(organizationId: number, begun: readonly Begun[]): Promise<Range[]> {
  const lives = begun.flatMap(({ live }) => live ?? [])
  const placed = await placeAll(organizationId, [...begun.map(({ deployment }) => deployment), ...lives])
  return begun.flatMap(({ deployment, live }) => {
    const head = placed.get(deployment.id)
    const base = live && placed.get(live.id)
    if (!head || !base || head.commit.repositoryId !== base.commit.repositoryId) return []
    return [{ id: deployment.id, at: deployment.startedAt, head: head.commit, base: base.commit, globs: head.globs }]
  })
}
