import type { Actor } from '@/lib/accounts/actor'
import { lineSchema } from '@/lib/accounts/users/schema'
import { AppError } from '@/lib/core/errors'
import { parse } from '@/lib/core/parse'
import type { Queryable } from '@/lib/db/transaction'
import { changeDeployment, type Uncorrected } from '@/lib/deployments/change-deployment'
import { foldStoredEvents } from '@/lib/deployments/store-event'

const schemas = { service: lineSchema('service', 1_024), environment: lineSchema('environment', 1_024) }

type Field = keyof typeof schemas

/** What is right instead of what was sent; null goes back to what was sent, and what is missing stays as it is. */
export type CorrectedFields = { [F in Field]?: string | null }

/**
 * Sets the service or the environment of a deployment right: it wins over what events say, also over later ones. The
 * events keep what was sent. Links it again, and counts it as production when its environment now is. Throws
 * `invalid`, also when nothing would change, and `not_found`.
 */
export async function correctDeployment(
  actor: Actor,
  id: number,
  fields: CorrectedFields,
  reason: string,
): Promise<void> {
  await changeDeployment({ actor, id, reason }, 'deployment.corrected', async (client, before, sender) => {
    const service = correctionOf('service', fields, before)
    const environment = correctionOf('environment', fields, before)
    if (service === before.serviceCorrection && environment === before.environmentCorrection) {
      throw new AppError('invalid', 'Nothing would change. Enter another service or environment.')
    }
    await storeCorrections(client, actor.organizationId, id, { service, environment })
    const stored = await foldStoredEvents(client, sender, id)
    return { stored, details: { from: pick(before), to: pick(stored) } }
  })
}

function correctionOf(field: Field, fields: CorrectedFields, before: Uncorrected): string | null {
  const [given, corrected] = [fields[field], before[`${field}Correction`]]
  if (given === null) return null
  if (given === undefined) return corrected
  const value = parse(schemas[field], given)
  return value === before[field] ? corrected : value
}

async function storeCorrections(
  client: Queryable,
  organizationId: number,
  id: number,
  { service, environment }: Record<Field, string | null>,
) {
  await client.query(
    'UPDATE deployments SET service_correction = $3, environment_correction = $4 WHERE organization_id = $1 AND id = $2',
    [organizationId, id, service, environment],
  )
}

function pick({ service, environment }: { service: string | null; environment: string }) {
  return { service, environment }
}
