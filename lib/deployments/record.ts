import { db } from '@/lib/db'
import type { Sender } from '@/lib/deployments/find-sender'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { isProduction } from '@/lib/deployments/status'
import { appendInOrder, appendOutOfOrder, type StoredDeployment } from '@/lib/deployments/store-event'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { type ResolvedCommits, resolveCommits } from '@/lib/linking/resolve-commit'
import { keepsPullRequests } from '@/lib/linking/rules'
import { startTrial } from '@/lib/plans/start-trial'
import { inTransaction, type Queryable, withConnection } from '@/lib/transaction'

export type Recorded = {
  action: 'created' | 'updated'
  /** Id of the stored record. */
  deploymentId: number
  /** Pull requests that the deployment ships after this event; 0 unless it is a production success. */
  linkedPRs: number
}

/**
 * Records one event of a deployment, links what the deployment shipped, and starts the trial with an organization's
 * first event: all of it or nothing, and nothing once `signal` is aborted. Posting the same event again changes
 * nothing but the timeline.
 */
export async function recordDeployment(caller: Sender, event: DeploymentEvent, signal: AbortSignal): Promise<Recorded> {
  const { ingest } = db()
  const startsTrial = caller.plan === 'free' && !caller.trialStarted
  const short: ShortWay = startsTrial
    ? { stored: null }
    : await withConnection(ingest, signal, (client) => recordUnlinked(client, caller, event))
  if (short.stored) return answer(short.stored, 0)
  return inTransaction(ingest, signal, async (client) => {
    const recorded = await recordAndLink(client, caller, event, short.resolved)
    if (startsTrial) await startTrial(client, caller.organizationId)
    return recorded
  })
}

/**
 * Stores any event and links what its deployment shipped. Needs a transaction. `resolved` spares a look-up where the
 * commits were found already.
 */
export async function recordAndLink(
  client: Queryable,
  caller: Sender,
  event: DeploymentEvent,
  resolved?: ResolvedCommits,
): Promise<Recorded> {
  const stored = (await appendInOrder(client, caller, event, 'any')) ?? (await appendOutOfOrder(client, caller, event))
  const mayHaveLinks = keepsPullRequests(stored) || !stored.created
  const found = stored.created ? resolved : undefined
  return answer(stored, mayHaveLinks ? await linkDeployment(client, caller, stored, found) : 0)
}

/** What the short way stored; when it could not, the commits it found until then. */
type ShortWay = { stored: StoredDeployment | null; resolved?: ResolvedCommits }

/**
 * The short way for an event that links nothing and unlinks nothing: one statement without a transaction around it.
 * Stores nothing when the event needs the long way.
 */
async function recordUnlinked(client: Queryable, caller: Sender, event: DeploymentEvent): Promise<ShortWay> {
  const production = isProduction(event.environment, caller.productionNames)
  if (!keepsPullRequests({ ...event, production, voided: false })) {
    return { stored: await appendInOrder(client, caller, event, 'unlinked') }
  }
  const resolved = await resolveCommits(client, caller, event)
  if (typeof resolved !== 'string') return { stored: null, resolved }
  return { stored: await appendInOrder(client, caller, event, 'new', resolved) }
}

function answer({ created, id }: StoredDeployment, linkedPRs: number): Recorded {
  return { action: created ? 'created' : 'updated', deploymentId: id, linkedPRs }
}
