import { generatePublicId, generateWebhookSecret, sealSecrets, unsealSecrets } from '@/lib/connections/secrets'
import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { Host } from '@/lib/generated/prisma/enums'
import { log } from '@/lib/log'

/** The connection that a webhook is for. */
export type Receiver = { id: number; organizationId: number; host: Host; takesDeployments: boolean }

type Sealed = { organizationId: number; publicId: string; sealedSecrets: string }

const find = {
  name: 'find-receiver',
  text: `
    SELECT id, organization_id AS "organizationId", host, takes_deployments AS "takesDeployments",
      public_id AS "publicId", sealed_secrets AS "sealedSecrets"
    FROM host_connections WHERE public_id = $1 AND host = $2::host`,
}

/**
 * The connection of an address and its webhook secret. For an unknown one it does the same work for a secret that
 * nobody knows, so that neither the time nor the answer tells which connections exist.
 */
export async function findReceiver(
  host: Host,
  publicId: string | null,
): Promise<{ connection: Receiver | null; secret: string }> {
  const wellFormed = publicId !== null && /^[\w-]{16}$/.test(publicId) ? publicId : ''
  const { rows } = await db().ingest.query<Receiver & Sealed>({ ...find, values: [wellFormed, host] })
  const [row] = rows
  return { connection: row ?? null, secret: await webhookSecretOf(row ?? (await nobody())) }
}

/** Keeps when a connection last heard from its host, to a few seconds. */
export async function noteDelivery({ id }: Receiver): Promise<void> {
  await db().ingest.query(
    `UPDATE host_connections SET last_delivery_at = now()
     WHERE id = $1 AND (last_delivery_at IS NULL OR last_delivery_at < now() - interval '5 seconds')`,
    [id],
  )
}

async function webhookSecretOf(sealed: Sealed): Promise<string> {
  try {
    return (await unsealSecrets(sealed, sealed.sealedSecrets)).webhookSecret
  } catch (error) {
    log.error('webhook secret not readable', { publicId: sealed.publicId, error })
    throw new AppError('unavailable', 'Temporarily unavailable, retry', {}, { cause: error })
  }
}

let decoy: Promise<Sealed> | undefined

function nobody(): Promise<Sealed> {
  decoy ??= makeDecoy()
  return decoy
}

async function makeDecoy(): Promise<Sealed> {
  const owner = { organizationId: 0, publicId: generatePublicId() }
  return { ...owner, sealedSecrets: await sealSecrets(owner, { webhookSecret: generateWebhookSecret() }) }
}
