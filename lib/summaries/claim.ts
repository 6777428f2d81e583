import { claimWithin, maxFound } from '@/lib/db/claim-within'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import type { SummaryKind } from '@/lib/generated/prisma/enums'

/** A summary that a process writes until its lease ends. */
export type Claim = { organizationId: number; key: string; kind: SummaryKind; text: string; attempts: number }

/** What came of a summary that was asked for. */
export type Outcome = {
  /** Why there are no words, as a sentence; null where there are. */
  failure: string | null
  /** Before that no one should ask again; null where the model says nothing of it. */
  retryAfterSeconds: number | null
  digest: string | null
  sentences: string[]
  dropped: number
  inputTokens: number | null
  outputTokens: number | null
  cost: number | null
}

/**
 * The summary that has waited longest, of an organization of which none is being written; null for none. It is this
 * process's for `leaseSeconds`: then another one takes it up.
 */
export async function claimSummary(leaseSeconds: number): Promise<Claim | null> {
  return inTransaction(db().people, never, async (client) => {
    // One after the other: of two at once, neither sees what the other takes.
    await client.query(`SELECT pg_advisory_xact_lock(hashtext('leadline summaries'))`)
    return claimWithin(
      () => client.query<{ id: number }>(findOldest),
      async (id) => (await client.query<Claim>(takeOldest, [id, leaseSeconds])).rows[0] ?? null,
    )
  })
}

const findOldest = `
  SELECT s.organization_id AS id FROM summaries s
  WHERE s.state = 'queued' AND s.due_at <= now() AND NOT EXISTS (
    SELECT FROM summaries begun
    WHERE begun.organization_id = s.organization_id AND begun.state = 'queued' AND begun.due_at > now())
  GROUP BY s.organization_id ORDER BY min(s.due_at) LIMIT ${maxFound}`

const takeOldest = `
  UPDATE summaries SET due_at = now() + $2 * interval '1 second', attempts = attempts + 1
  WHERE organization_id = $1 AND key = (
    SELECT key FROM summaries WHERE organization_id = $1 AND state = 'queued' AND due_at <= now()
    ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
  RETURNING organization_id AS "organizationId", key, kind, subject AS text, attempts`

/** Lets another process begin it at once. */
export async function giveBack({ organizationId, key }: Claim): Promise<void> {
  await db().people.query(
    `UPDATE summaries SET due_at = now() WHERE organization_id = $1 AND key = $2 AND state = 'queued'`,
    [organizationId, key],
  )
}

const maxPauseSeconds = 3600

/** Stores what came of it. After a failure it may be asked for again a minute later, and later with each one. */
export async function storeOutcome(claim: Claim, model: string, outcome: Outcome): Promise<void> {
  const { organizationId, key, attempts } = claim
  const { failure, retryAfterSeconds, digest, sentences, dropped, inputTokens, outputTokens, cost } = outcome
  const pauseSeconds = Math.min(Math.max(60 * 2 ** Math.min(attempts - 1, 10), retryAfterSeconds ?? 0), maxPauseSeconds)
  const failed = failure !== null
  await db().prisma.summary.updateMany({
    where: { organizationId, key, state: 'queued', attempts },
    data: {
      state: failed ? 'failed' : 'written',
      attempts: failed ? attempts : 0,
      dueAt: new Date(Date.now() + pauseSeconds * 1000),
      writtenAt: new Date(),
      ...{ failure, digest, sentences, dropped, inputTokens, outputTokens, cost, model },
    },
  })
}
