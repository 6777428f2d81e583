import type { PoolClient } from 'pg'
import { recordAudit } from '@/lib/audit/record'
import { isLockTimeout } from '@/lib/database-errors'
import { db } from '@/lib/db'
import type { StoredDeployment } from '@/lib/deployments/stored-deployment'
import { AppError } from '@/lib/errors'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { markUnfound } from '@/lib/linking/mark-unfound'
import type { LinkingScope } from '@/lib/linking/resolve-commit'
import { wakeLinkWorker } from '@/lib/linking/wake'
import { parse } from '@/lib/parse'
import { type Semaphore, type Semaphores, semaphore, semaphores } from '@/lib/semaphore'
import { inTransaction, type Queryable } from '@/lib/transaction'
import { lineSchema } from '@/lib/users/schema'

/** Why somebody corrects a deployment. */
export const reasonSchema = lineSchema('reason', 500)

/** Which deployment is corrected, and why; `userId` is null for the command line. */
export type Correction = { organizationId: number; id: number; reason: string; userId: number | null }

/** A deployment that is about to be corrected, as it is now. */
export type Uncorrected = {
  id: number
  deploymentId: string
  service: string | null
  environment: string
  serviceCorrection: string | null
  environmentCorrection: string | null
  voided: boolean
}

export type Scope = LinkingScope & { productionNames: string[] }

/** What a correction made of a deployment, and what the audit log says of it beside the reason. */
export type Corrected = { stored: StoredDeployment; details?: Record<string, unknown> }

/** At once: each keeps a connection for pages while it waits for the lock of a repository. */
const max = { all: 4, each: 2 }

/** The parts of a server that are bundled apart share one. */
const holder = globalThis as { leadlineCorrections?: { all: Semaphore; each: Semaphores<number> } }

/**
 * Corrects a deployment that is locked meanwhile, links it again as it then is, and writes the audit log: all of it or
 * nothing. Throws `invalid` for a reason that is none, `not_found`, also for another organization's deployment, and
 * `unavailable` when its repository stays locked for ten seconds.
 */
export async function changeDeployment(
  { organizationId, id, userId, reason: given }: Correction,
  action: string,
  change: (client: Queryable, before: Uncorrected, scope: Scope, reason: string) => Promise<Corrected>,
): Promise<void> {
  const reason = parse(reasonSchema, given)
  holder.leadlineCorrections ??= { all: semaphore(max.all), each: semaphores(max.each) }
  const { all, each } = holder.leadlineCorrections
  const correct = async (client: PoolClient) => {
    await client.query("SET LOCAL lock_timeout = '10s'")
    const scope = await readScope(client, organizationId)
    const before = await lock(client, organizationId, id)
    const { stored, details } = await change(client, before, scope, reason)
    await linkDeployment(client, scope, stored)
    await markUnfound(client, id)
    const subject = before.deploymentId
    const line = { organizationId, userId, action, subject, subjectId: id, details: { ...details, reason } }
    await recordAudit(client, line)
  }
  const work = () => inTransaction(db().people, new AbortController().signal, correct)
  await each(organizationId, () => all(work)).catch((error: unknown) => {
    if (isLockTimeout(error))
      throw new AppError('unavailable', 'Its repository is being linked. Try again in a minute.')
    throw error
  })
  wakeLinkWorker()
}

async function lock(client: Queryable, organizationId: number, id: number): Promise<Uncorrected> {
  const { rows } = await client.query<Uncorrected>(
    `SELECT id::float8, external_id AS "deploymentId", service, environment, service_correction AS "serviceCorrection",
       environment_correction AS "environmentCorrection", voided_at IS NOT NULL AS voided
     FROM deployments WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE`,
    [organizationId, Number.isSafeInteger(id) ? id : 0],
  )
  const [locked] = rows
  if (!locked) throw new AppError('not_found', 'No deployment with this id')
  return locked
}

/** The production names stay as they are to the end of the transaction: whoever sets others marks this one then. */
async function readScope(client: Queryable, organizationId: number): Promise<Scope> {
  const { rows } = await client.query<Scope>(
    `SELECT id AS "organizationId", production_names AS "productionNames",
       EXISTS (SELECT FROM repositories WHERE organization_id = o.id) AS "hasRepositories"
     FROM organizations o WHERE id = $1 FOR SHARE`,
    [organizationId],
  )
  const [scope] = rows
  if (!scope) throw new AppError('not_found', 'No such organization')
  return scope
}
