import type { Sender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { namingDeployments } from '@/lib/deployments/linking/lock-dependents'
import { type ResolvedCommits, resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import { keepsPullRequests, type UnlinkedReason } from '@/lib/deployments/linking/rules'
import { serviceEnvironmentOf } from '@/lib/deployments/linking/service-environment'
import type { MarkedDeployment } from '@/lib/deployments/stored-deployment'

// The deployment is held before its mark is touched, as everyone does who links. Other marks stay, and so does what
// another process has linked by now, and the mark of an event that is in the timeline only.
const settle = {
  name: 'settle-unlinked',
  text: `
    WITH RECURSIVE ${namingDeployments}, held AS MATERIALIZED (
      SELECT id FROM deployments
      WHERE id = $6 AND repository_id + 0 IS NULL AND NOT EXISTS (SELECT FROM naming WHERE depth = 1)
      FOR NO KEY UPDATE
    ), unmarked AS (
      DELETE FROM pending_links mark USING held WHERE mark.id = $2 AND mark.deployment_id = held.id AND NOT unfolded
      RETURNING mark.deployment_id
    )
    UPDATE deployments d SET unlinked_reason = $5 FROM unmarked WHERE d.id = unmarked.deployment_id`,
}

/**
 * Looks for what an event has to be linked to. Where there is nothing, keeps the reason, takes its mark off and returns
 * true: cheaper than linking. That is so where its commit is not found or it keeps no links, and no other deployment
 * names its commit as previous. Returns the commits of a deployment that was just created, where they are found.
 */
export async function settleUnlinked(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  deployment: MarkedDeployment,
): Promise<{ settled: boolean; resolved?: ResolvedCommits }> {
  if (!keepsPullRequests(deployment)) return { settled: await takeOff(client, sender, deployment, null) }
  if (!deployment.created) return { settled: false }
  const resolved = await resolveCommits(client, sender, deployment)
  if (typeof resolved !== 'string') return { settled: false, resolved }
  return { settled: await takeOff(client, sender, deployment, resolved) }
}

async function takeOff(
  client: Queryable,
  { organizationId }: Pick<Sender, 'organizationId'>,
  deployment: MarkedDeployment,
  reason: UnlinkedReason | null,
): Promise<boolean> {
  const { id, markId } = deployment
  const values = [organizationId, markId, ...serviceEnvironmentOf(deployment), reason, id, true, false]
  const { rowCount } = await client.query({ ...settle, values })
  return rowCount === 1
}
