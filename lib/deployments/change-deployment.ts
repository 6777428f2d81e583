import type { PoolClient } from 'pg'
import type { Actor } from '@/lib/accounts/actor'
import { recordAudit } from '@/lib/accounts/audit/record'
import { holdRole } from '@/lib/accounts/members/manager'
import { findSender, type Sender } from '@/lib/accounts/sender'
import { lineSchema } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import { type Semaphores, sharedSemaphore } from '@/lib/core/semaphore'
import { isLockTimeout } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { linkDeployment } from '@/lib/deployments/linking/link-deployment'
import { markUnfound } from '@/lib/deployments/linking/mark-unfound'
import { wakeLinkWorker } from '@/lib/deployments/linking/wake'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { StoredDeployment } from '@/lib/deployments/stored-deployment'

/** The reason for a correction. */
export const reasonSchema = lineSchema('reason', 500)

/** Who corrects which deployment, and why. */
export type Correction = { actor: Actor; id: number; reason: string }

/** A deployment that is about to be corrected, as it is now. */
export type Uncorrected = {
  id: number
  deploymentId: string
  service: string | null
  environment: string
  production: boolean
  status: DeploymentStatus
  serviceCorrection: string | null
  environmentCorrection: string | null
  statusCorrection: DeploymentStatus | null
  voided: boolean
}

/** What a correction made of a deployment, and what the audit log says of it besides the reason. */
export type Corrected = { stored: StoredDeployment; details?: Record<string, unknown> }

/** At once: each keeps a connection for pages while it waits for the lock of a repository. */
const max = { all: 3, each: 1 }

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineCorrections?: Semaphores<number> }

/**
 * Corrects a deployment that is locked meanwhile, links it again as it then is, and writes the audit log: all of it or
 * nothing. Throws `invalid` for a reason that is none, `not_found`, also for another organization's deployment,
 * `unavailable` when its repository stays locked for ten seconds, and as `holdRole` does.
 */
export async function changeDeployment(
  { actor, id, reason: given }: Correction,
  action: string,
  change: (client: Queryable, before: Uncorrected, sender: Sender, reason: string) => Promise<Corrected>,
): Promise<void> {
  const { organizationId } = actor
  const reason = parse(reasonSchema, given)
  holder.leadlineCorrections ??= sharedSemaphore(max)
  const correct = async (client: PoolClient) => {
    await client.query("SET LOCAL lock_timeout = '10s'")
    // Stays as it is to the end: anyone who sets other production names marks this deployment then.
    const sender = await findSender(organizationId, { client, held: true })
    await holdRole(client, actor)
    const before = await lock(client, organizationId, id)
    const { stored, details } = await change(client, before, sender, reason)
    const { found } = await linkDeployment(client, sender, stored, 'correction')
    if (!found) await markUnfound(client, organizationId, id)
    const subject = before.deploymentId
    const line = { action, subject, subjectId: id, details: { ...details, reason } }
    await recordAudit(client, actor, line)
  }
  const work = () => inTransaction(db().people, never, correct)
  await holder.leadlineCorrections(organizationId, work).catch((error: unknown) => {
    if (isLockTimeout(error))
      throw new AppError('unavailable', 'Its repository is being linked. Try again in a minute.')
    throw error
  })
  wakeLinkWorker()
}

async function lock(client: Queryable, organizationId: number, id: number): Promise<Uncorrected> {
  const { rows } = await client.query<Uncorrected>(
    `SELECT id::float8, external_id AS "deploymentId", service, environment, production, status, service_correction AS "serviceCorrection",
       environment_correction AS "environmentCorrection", status_correction AS "statusCorrection", voided_at IS NOT NULL AS voided
     FROM deployments WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [organizationId, Number.isSafeInteger(id) ? id : 0],
  )
  const [locked] = rows
  if (!locked) throw new AppError('not_found', 'No deployment with this id')
  return locked
}
