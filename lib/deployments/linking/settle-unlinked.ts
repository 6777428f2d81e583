import type { Sender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { type ResolvedCommits, resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import type { MarkedDeployment } from '@/lib/deployments/stored-deployment'

// The deployment is held before its mark is touched, as everyone does who links. Other marks stay, and so does what
// another process has linked by now.
const settle = {
  name: 'settle-unlinked',
  text: `
    WITH held AS MATERIALIZED (
      SELECT id FROM deployments WHERE id = $1 FOR NO KEY UPDATE
    ), unmarked AS (
      DELETE FROM pending_links mark USING held WHERE mark.id = $2 AND mark.deployment_id = held.id
      RETURNING mark.deployment_id
    )
    UPDATE deployments d SET unlinked_reason = $3 FROM unmarked WHERE d.id = unmarked.deployment_id`,
}

/**
 * Looks for the commits of a deployment that was just created. Where there is nothing to link it to, keeps the reason,
 * takes its mark off and returns null: cheaper than linking, and hands nothing on, since nothing knew the deployment.
 */
export async function settleUnlinked(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  deployment: MarkedDeployment,
): Promise<ResolvedCommits | null> {
  const resolved = await resolveCommits(client, sender, deployment)
  if (typeof resolved !== 'string') return resolved
  await client.query({ ...settle, values: [deployment.id, deployment.markId, resolved] })
  return null
}
