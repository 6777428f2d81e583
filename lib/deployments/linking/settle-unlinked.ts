import type { Sender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { namingDeployments } from '@/lib/deployments/linking/lock-dependents'
import { type Found, resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import { keepsPullRequests } from '@/lib/deployments/linking/rules'
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
 * The commits of a deployment that was just created, or why they are not found. Null for one that is not to be linked,
 * keeps no links or was there before.
 */
export async function findCreated(
  client: Queryable,
  sender: Pick<Sender, 'organizationId' | 'hasRepositories'>,
  deployment: MarkedDeployment,
): Promise<Found | null> {
  if (!deployment.created || deployment.markId === null || !keepsPullRequests(deployment)) return null
  return resolveCommits(client, sender, deployment)
}

/** Whether a deployment has nothing to be linked to, unless others name its commit: it is not found, or it keeps no links. */
export function isUnlinked(deployment: MarkedDeployment, found: Found | null): boolean {
  return typeof found === 'string' || !keepsPullRequests(deployment)
}

/**
 * Keeps the reason for which a deployment has nothing to be linked to, takes its mark off and returns true: cheaper than
 * linking. False where another deployment names its commit as previous, or another process has linked it.
 */
export async function settleUnlinked(
  client: Queryable,
  { organizationId }: Pick<Sender, 'organizationId'>,
  deployment: MarkedDeployment,
  found: Found | null,
): Promise<boolean> {
  const { id, markId } = deployment
  const reason = typeof found === 'string' ? found : null
  const values = [organizationId, markId, ...serviceEnvironmentOf(deployment), reason, id, true, false]
  const { rowCount } = await client.query({ ...settle, values })
  return rowCount === 1
}
