import type { UserActor } from '@/lib/accounts/actor'
import { holdRole } from '@/lib/accounts/members/manager'
import type { Organization } from '@/lib/accounts/organizations/find'
import { mayUse } from '@/lib/accounts/plans/entitlements'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { Prisma } from '@/lib/generated/prisma/client'
import { hasCallsLeft, noCallsLeft } from './calls'
import { modelEndpoint } from './endpoint'
import { keyOf, parseSubject, type SummarySubject } from './subject'
import { wakeSummaryWorker } from './wake'

/** So many of an organization wait at once. */
const maxQueued = 5

/**
 * Asks for words about a subject: a worker writes them. Asked for again while they are written, they are written once.
 * Throws `invalid` and `not_found` for what is no subject, `not_found` without a model, `forbidden` where the plan does
 * not include it, and `rate_limited` where the organization has asked for too many, or for one that has just failed.
 */
export async function requestSummary(
  actor: UserActor,
  organization: Organization,
  requested: SummarySubject,
  now: Date,
): Promise<void> {
  if (!modelEndpoint()) throw new AppError('not_found', 'No model is configured on this server')
  if (!mayUse(organization, 'summaries', now))
    throw new AppError('forbidden', 'Words from a model are part of Business')
  const { organizationId } = actor
  const { subject } = parseSubject(requested, organization.timeZone, now)
  const key = keyOf(subject)
  await db().prisma.$transaction(async (tx) => {
    await holdRole(tx, actor, 'member')
    if (!(await hasCallsLeft(tx, organizationId, now))) throw noCallsLeft()
    const known = await tx.summary.findUnique({ where: { organizationId_key: { organizationId, key } } })
    if (known?.state === 'queued') return
    if (known?.state === 'failed' && known.dueAt > now) throw waitAWhile(known.dueAt, now)
    const queued = await tx.summary.count({ where: { organizationId, state: 'queued' } })
    if (queued >= maxQueued) throw new AppError('rate_limited', 'Others are still being written; try again in a minute')
    const { kind, text } = subject
    await tx.$executeRaw(Prisma.sql`
      INSERT INTO summaries AS known (organization_id, key, kind, subject, due_at, requested_at)
      VALUES (${organizationId}, ${key}, ${kind}::summary_kind, ${text}, ${now}, ${now})
      ON CONFLICT (organization_id, key) DO UPDATE SET
        state = 'queued', failure = NULL, due_at = excluded.due_at, requested_at = excluded.requested_at
      WHERE known.state <> 'queued'`)
    await tx.$executeRaw(forget(organizationId))
  })
  wakeSummaryWorker()
}

function waitAWhile(dueAt: Date, now: Date): AppError {
  const minutes = Math.ceil((dueAt.getTime() - now.getTime()) / 60_000)
  return new AppError('rate_limited', `The model has just failed. Try again in ${minutes} min.`)
}

/** So many are kept, those that were asked for last. */
const maxKept = 200

function forget(organizationId: number): Prisma.Sql {
  return Prisma.sql`
    DELETE FROM summaries WHERE organization_id = ${organizationId} AND key IN (
      SELECT key FROM summaries WHERE organization_id = ${organizationId} AND state <> 'queued'
      ORDER BY requested_at DESC OFFSET ${maxKept})`
}
