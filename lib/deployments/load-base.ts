import { type Read, reading } from '@/lib/db/reading'
import { beginningsOf, beginsWith, sameKeys } from '@/lib/deployments/linking/service-environment'
import { type DeploymentStatus, usableSha } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'

/** Where the range of a deployment begins. */
export type ShownBase = {
  sha: string
  /** The earlier success whose commit that is; null where an event named it. */
  deployment: { id: number; deploymentId: string } | null
  /** The deployment of the previous commit that was sent, where the range does not begin there because it did not stay a success. */
  insteadOf: { id: number; deploymentId: string; status: DeploymentStatus } | null
}

type Row = { sha: string; previousCommitSha: string | null; deployment: ShownBase['deployment'] }

/** Where the range of a deployment of an organization begins, as linking found it; null when only its commit counts. */
export function loadBase(organizationId: number, id: number): Promise<ShownBase | null> {
  return reading((read) => readBase(read, organizationId, id))
}

/** The same within other reading. */
export async function readBase(read: Read, organizationId: number, id: number): Promise<ShownBase | null> {
  const [row] = await read<Row>(Prisma.sql`
    SELECT d.base_sha AS sha, d.previous_commit_sha AS "previousCommitSha", (
      SELECT jsonb_build_object('id', b.id, 'deploymentId', b.external_id) FROM deployments b
      WHERE b.organization_id = ${organizationId} AND b.id = d.base_deployment_id) AS deployment
    FROM deployments d WHERE d.organization_id = ${organizationId} AND d.id = ${id} AND d.base_sha IS NOT NULL`)
  if (!row) return null
  const { sha, previousCommitSha, deployment } = row
  const previous = usableSha(previousCommitSha)
  const isAsSent = previous === null || (deployment === null && sha.startsWith(previous))
  return { sha, deployment, insteadOf: isAsSent ? null : await readFailed(read, organizationId, id, previous) }
}

const failed = Prisma.raw(`f.status IN ('failure', 'cancelled', 'rolled_back')
  AND ${sameKeys('f', 'd.environment_key', "coalesce(d.service_key, '')")}`)
const longer = Prisma.raw(beginsWith('f.commit_sha', 'sent.sha'))
const shorter = Prisma.raw(`lower(f.commit_sha) = ANY (${beginningsOf('sent.sha')})`)

/** The first deployment of a commit that linking found not to have stayed a success. */
async function readFailed(read: Read, organizationId: number, id: number, sha: string) {
  const [row] = await read<NonNullable<ShownBase['insteadOf']>>(Prisma.sql`
    SELECT f.id::float8, f.external_id AS "deploymentId", f.status
    FROM (SELECT ${sha}::text AS sha) sent CROSS JOIN deployments d CROSS JOIN deployments f
    WHERE d.organization_id = ${organizationId} AND d.id = ${id}
      AND f.organization_id = ${organizationId} AND ${failed} AND (${longer} OR ${shorter})
      AND f.started_at <= d.started_at AND f.id <> d.id
    ORDER BY f.started_at, f.external_id LIMIT 1`)
  return row ?? null
}
