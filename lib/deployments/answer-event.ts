import type { KeySender } from '@/lib/accounts/api-keys/authenticate'
import type { DatabaseBudget } from '@/lib/db/database-budget'
import { checkOrganization } from '@/lib/deployments/check-organization'
import { recordDeployment } from '@/lib/deployments/record'
import type { RequestNotes } from '@/lib/deployments/request-log/log-request'
import { parseDeploymentEvent } from '@/lib/deployments/schema'

/** What the webhook answers to an event that it stored. */
export type EventAnswer = {
  status: 200 | 201
  body: { action: 'created' | 'updated'; deploymentId: number; linkedPRs: number }
  headers: { Location: string; 'X-Leadline-Linking'?: 'pending' }
}

/** Stores the event in a body that was read, and notes it for the request log. Throws what refuses it. */
export async function answerEvent(
  sender: KeySender,
  body: unknown,
  budget: DatabaseBudget,
  notes: RequestNotes,
): Promise<EventAnswer> {
  notes.body = body
  const event = parseDeploymentEvent(body, new Date())
  checkOrganization(sender, event)
  const recorded = await recordDeployment(sender, event, budget)
  notes.recorded = recorded
  const { action, deploymentId, linkedPRs, linking } = recorded
  return {
    status: action === 'created' ? 201 : 200,
    body: { action, deploymentId, linkedPRs },
    headers: {
      ...(linking && { 'X-Leadline-Linking': 'pending' }),
      Location: `/${sender.slug}/deployments/${deploymentId}`,
    },
  }
}
