import type { Sender } from '@/lib/accounts/sender'
import { db } from '@/lib/db/db'
import { eventColumns, eventValues } from '@/lib/deployments/event-columns'
import type { DeploymentEvent } from '@/lib/deployments/schema'

const sameValues = eventColumns.map((column, index) => `e.${column} IS NOT DISTINCT FROM $${index + 3}`)

const findStored = {
  name: 'find-stored-event',
  text: `
    SELECT EXISTS (
      SELECT FROM deployments d JOIN deployment_events e ON e.deployment_id = d.id
      WHERE d.organization_id = $1 AND d.external_id = $2 AND ${sameValues.join(' AND ')}
    ) AS stored`,
}

/** Whether the timeline of its deployment has the very same event. */
export async function isStored(sender: Sender, event: DeploymentEvent): Promise<boolean> {
  const [, , ...values] = eventValues(sender, event)
  const { rows } = await db().people.query<{ stored: boolean }>({
    ...findStored,
    values: [sender.organizationId, ...values],
  })
  return rows[0]?.stored === true
}
