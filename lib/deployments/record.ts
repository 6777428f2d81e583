import type { Caller } from '@/lib/api-keys/authenticate'
import { db } from '@/lib/db'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { isProduction } from '@/lib/deployments/status'
import { appendInOrder, appendOutOfOrder } from '@/lib/deployments/store-event'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { keepsPullRequests } from '@/lib/linking/rules'
import { startTrial } from '@/lib/plans/start-trial'
import { inTransaction, withConnection } from '@/lib/transaction'

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
export async function recordDeployment(caller: Caller, event: DeploymentEvent, signal: AbortSignal): Promise<Recorded> {
  const { ingest } = db()
  const { organizationId } = caller
  const startsTrial = caller.plan === 'free' && !caller.trialStarted
  const production = isProduction(event.environment, caller.productionNames)
  if (!startsTrial && !keepsPullRequests({ ...event, production })) {
    const stored = await withConnection(ingest, signal, (client) => appendInOrder(client, caller, event, false))
    if (stored) return { action: stored.created ? 'created' : 'updated', deploymentId: stored.id, linkedPRs: 0 }
  }
  return inTransaction(ingest, signal, async (client) => {
    const stored = (await appendInOrder(client, caller, event, true)) ?? (await appendOutOfOrder(client, caller, event))
    const mayHaveLinks = keepsPullRequests(stored) || !stored.created
    const linkedPRs = mayHaveLinks ? await linkDeployment(client, organizationId, stored) : 0
    if (startsTrial) await startTrial(client, organizationId)
    return { action: stored.created ? 'created' : 'updated', deploymentId: stored.id, linkedPRs }
  })
}
