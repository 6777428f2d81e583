import { storedTodayOf } from '@/lib/accounts/stored-bytes/read'
import { AppError } from '@/lib/core/errors'
import { log } from '@/lib/core/log'
import { db } from '@/lib/db/db'
import type { Host } from '@/lib/generated/prisma/enums'
import { unsealSecrets } from '@/lib/sources/connections/secrets'

/** The connection that a webhook is for. */
export type Receiver = {
  id: number
  organizationId: number
  host: Host
  baseUrl: string
  takesDeployments: boolean
  /** Bytes of events that its organization has had stored today. */
  storedTodayBytes: number
}

type Sealed = { organizationId: number; publicId: string; sealedSecrets: string }

const find = {
  name: 'find-receiver',
  text: `
    SELECT id, organization_id AS "organizationId", host, base_url AS "baseUrl",
      takes_deployments AS "takesDeployments", public_id AS "publicId", sealed_secrets AS "sealedSecrets",
      ${storedTodayOf('host_connections.organization_id')} AS "storedTodayBytes"
    FROM host_connections WHERE public_id = $1 AND host = $2::host`,
}

/** The connection of an address and its webhook secret; null where there is none. A public id cannot be guessed. */
export async function findReceiver(
  host: Host,
  publicId: string | null,
): Promise<{ connection: Receiver; secret: string } | null> {
  if (publicId === null || !/^[\w-]{16}$/.test(publicId)) return null
  const { rows } = await db().ingest.query<Receiver & Sealed>({ ...find, values: [publicId, host] })
  const [row] = rows
  return row ? { connection: row, secret: await webhookSecretOf(row) } : null
}

async function webhookSecretOf(sealed: Sealed): Promise<string> {
  try {
    return (await unsealSecrets(sealed, sealed.sealedSecrets)).webhookSecret
  } catch (error) {
    log.error('webhook secret not readable', { publicId: sealed.publicId, error })
    throw new AppError('unavailable', 'Temporarily unavailable, retry', {}, { cause: error })
  }
}
