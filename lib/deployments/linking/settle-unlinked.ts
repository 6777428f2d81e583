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
// process has linked by now or is linking, and the mark of an event that is in the timeline only. Those that name its
// commit are linked again where they were linked or may be being linked; one that is held here is not. The disk is not
// waited for: what a crash of the database undoes is still marked.
const settle = {
  name: 'settle-unlinked',
  text: `
    WITH held AS MATERIALIZED (
      SELECT waiting.id, waiting.environment_key, waiting.service_key, unlinked.mark_id, unlinked.reason
      FROM unnest($2::bigint[], $3::bigint[], $4::text[]) AS unlinked (id, mark_id, reason)
        JOIN deployments waiting ON waiting.id = unlinked.id
      WHERE waiting.organization_id = $1 AND waiting.repository_id + 0 IS NULL
      FOR NO KEY UPDATE OF waiting SKIP LOCKED
    ), alone AS MATERIALIZED (
      SELECT id, mark_id, reason FROM held waiting
      WHERE NOT EXISTS (
        WITH RECURSIVE ${naming}
        SELECT FROM naming WHERE id NOT IN (SELECT id FROM held) AND (
          EXISTS (SELECT FROM deployments WHERE organization_id = $1 AND id = naming.id AND resolved_sha IS NOT NULL)
          OR EXISTS (SELECT FROM pending_links WHERE organization_id = $1 AND deployment_id = naming.id)))
    ), unmarked AS (
      DELETE FROM pending_links mark USING alone
      WHERE mark.organization_id = $1 AND mark.deployment_id = alone.id AND mark.id = alone.mark_id AND NOT unfolded
      RETURNING alone.id, alone.reason
    ), explained AS (
      UPDATE deployments d SET unlinked_reason = unmarked.reason FROM unmarked
      WHERE d.organization_id = $1 AND d.id = unmarked.id AND d.unlinked_reason IS DISTINCT FROM unmarked.reason
    )
    SELECT id::float8, set_config('synchronous_commit', 'off', true) FROM unmarked`,
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
 * returns true for each: cheaper than linking. False where links of another deployment may follow from it, which names its
 * commit as previous, and where another process has linked it or is linking it.
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
