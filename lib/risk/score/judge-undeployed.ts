import { serviceKeyOf } from '@/lib/core/service-key'
import { type Read, reading } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { UndeployedGroup } from '@/lib/pull-requests/list-undeployed'
import { contentOfIds } from './ask'
import { type Judged, judge, loadServiceHistory } from './judge'
import { findModel } from './store'

/** What a service would risk if everything that waits for it were deployed now; null where that is not told. */
export type WaitingRisk = (Judged & { mark: number }) | null

/** So many characters of paths are read for all of them. */
const maxPathCharacters = 4_000_000

/**
 * The risk of deploying now what waits for each service, in the order of the groups. Null without a model that is worth
 * it, and where more waits than is listed.
 */
export async function judgeUndeployed(
  { id: organizationId, timeZone }: { id: number; timeZone: string },
  groups: readonly UndeployedGroup[],
  now: Date,
): Promise<WaitingRisk[]> {
  const model = await findModel(organizationId)
  if (model?.verdict !== 'useful') return groups.map(() => null)
  const at = now.getTime()
  const budget = { left: maxPathCharacters }
  const judged: WaitingRisk[] = []
  for (const { service, total, pullRequests } of groups) {
    const serviceKey = serviceKeyOf(service ?? '')
    const ids = pullRequests.map(({ id }) => id)
    const content =
      ids.length < total
        ? null
        : await reading(async (read, { client }) => {
            const repositoryId = await repositoryOf(read, organizationId, ids[0] ?? 0)
            return contentOfIds(client, { organizationId, repositoryId }, ids, null, at, budget)
          })
    const history = content && (await loadServiceHistory(organizationId, serviceKey, at))
    judged.push(history ? { ...judge(model, timeZone, { serviceKey, at, content }, history), mark: model.mark } : null)
  }
  return judged
}

async function repositoryOf(read: Read, organizationId: number, pullRequestId: number): Promise<number> {
  const [row] = await read<{ id: number }>(Prisma.sql`
    SELECT repository_id AS id FROM pull_requests WHERE organization_id = ${organizationId} AND id = ${pullRequestId}`)
  return row?.id ?? 0
}
