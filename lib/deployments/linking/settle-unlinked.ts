import type { Sender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { namingDeployments } from '@/lib/deployments/linking/lock-dependents'
import { type Found, resolveAllCommits } from '@/lib/deployments/linking/resolve-commit'
import { keepsPullRequests } from '@/lib/deployments/linking/rules'
import type { MarkedDeployment } from '@/lib/deployments/stored-deployment'

const naming = namingDeployments({
  id: 'waiting.id',
  environmentKey: 'waiting.environment_key',
  serviceKey: "coalesce(waiting.service_key, '')",
})

// A deployment is held before its mark is touched, as everyone does who links. Other marks stay, and so does what another
// process has linked by now or is linking, and the mark of an event that is in the timeline only.
const settle = {
  name: 'settle-unlinked',
  text: `
    WITH held AS MATERIALIZED (
      SELECT waiting.id, unlinked.mark_id, unlinked.reason
      FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS unlinked (id, mark_id, reason)
        JOIN deployments waiting ON waiting.id = unlinked.id
      WHERE waiting.organization_id = $1 AND waiting.repository_id + 0 IS NULL
        AND NOT EXISTS (WITH RECURSIVE ${naming} SELECT FROM naming WHERE depth = 1)
      FOR NO KEY UPDATE OF waiting SKIP LOCKED
    ), unmarked AS (
      DELETE FROM pending_links mark USING held
      WHERE mark.organization_id = $1 AND mark.deployment_id = held.id AND mark.id = held.mark_id AND NOT unfolded
      RETURNING held.id, held.reason
    )
    UPDATE deployments d SET unlinked_reason = unmarked.reason FROM unmarked
    WHERE d.organization_id = $1 AND d.id = unmarked.id
    RETURNING d.id::float8`,
}

type Organization = Pick<Sender, 'organizationId' | 'hasRepositories'>

/**
 * The commits of each of an organization's deployments that were just created, or why they are not found. Null for one
 * that is not to be linked, keeps no links or was there before.
 */
export async function findCreated(
  client: Queryable,
  organization: Organization,
  deployments: readonly MarkedDeployment[],
): Promise<(Found | null)[]> {
  const wanted = deployments.filter((one) => one.created && one.markId !== null && keepsPullRequests(one))
  const found = await resolveAllCommits(client, organization, wanted)
  const byId = new Map(wanted.map(({ id }, index) => [id, found[index]]))
  return deployments.map(({ id }) => byId.get(id) ?? null)
}

/** Whether a deployment has nothing to be linked to, unless others name its commit: it is not found, or it keeps no links. */
export function isUnlinked(deployment: MarkedDeployment, found: Found | null): boolean {
  return typeof found === 'string' || !keepsPullRequests(deployment)
}

/** A deployment that has nothing to be linked to, and what was found of its commits. */
export type Unlinked = { deployment: MarkedDeployment; found: Found | null }

/**
 * Keeps the reason for which deployments of an organization have nothing to be linked to, takes their marks off and
 * returns true for each: cheaper than linking. False where another deployment names its commit as previous, or another
 * process has linked it.
 */
export async function settleUnlinked(
  client: Queryable,
  organizationId: number,
  unlinked: readonly Unlinked[],
): Promise<boolean[]> {
  const ids = unlinked.map(({ deployment }) => deployment.id)
  const marks = unlinked.map(({ deployment }) => deployment.markId)
  const reasons = unlinked.map(({ found }) => (typeof found === 'string' ? found : null))
  const { rows } = await client.query<{ id: number }>({ ...settle, values: [organizationId, ids, marks, reasons] })
  const settled = new Set(rows.map(({ id }) => id))
  return ids.map((id) => settled.has(id))
}
