import type { Caller } from '@/lib/api-keys/authenticate'
import { db } from '@/lib/db'
import type { DeploymentEvent } from '@/lib/deployments/schema'
import { isProduction } from '@/lib/deployments/status'
import { appendInOrder, appendOutOfOrder, type StoredDeployment } from '@/lib/deployments/store-event'
import { linkDeployment } from '@/lib/linking/link-deployment'
import { shipsPullRequests } from '@/lib/linking/rules'
import { startTrial } from '@/lib/plans/start-trial'
import { inTransaction, type Queryable } from '@/lib/transaction'

export type Recorded = {
  action: 'created' | 'updated'
  /** Id of the stored record. */
  deploymentId: number
  /** Pull requests that the deployment ships after this event; 0 unless it is a production success. */
  linkedPRs: number
}

/**
 * Records one event of a deployment, starts the trial with an organization's first, and links what the deployment
 * shipped: all of it or nothing. Posting the same event again changes nothing but the timeline.
 */
export async function recordDeployment(caller: Caller, event: DeploymentEvent): Promise<Recorded> {
  const { ingest } = db()
  const startsTrial = caller.plan === 'free' && !caller.trialStarted
  const mayShip = shipsPullRequests({ ...event, production: isProduction(event.environment, caller.productionNames) })
  if (!startsTrial && !mayShip) {
    const stored = await appendInOrder(ingest, caller, event)
    if (stored) return { action: stored.created ? 'created' : 'updated', deploymentId: stored.id, linkedPRs: 0 }
  }
  return inTransaction(ingest, async (client) => {
    if (startsTrial) await startTrial(client, caller.organizationId)
    const stored = (await appendInOrder(client, caller, event)) ?? (await appendOutOfOrder(client, caller, event))
    const linkedPRs = await link(client, caller, stored)
    return { action: stored.created ? 'created' : 'updated', deploymentId: stored.id, linkedPRs }
  })
}

async function link(client: Queryable, caller: Caller, stored: StoredDeployment): Promise<number> {
  if (!shipsPullRequests(stored)) return 0
  return linkDeployment(client, caller.organizationId, stored.id)
}
