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
    SELECT c.id, c.organization_id AS "organizationId", c.host, c.base_url AS "baseUrl",
      c.takes_deployments AS "takesDeployments", c.public_id AS "publicId", c.sealed_secrets AS "sealedSecrets",
      coalesce(s.bytes, 0)::float8 AS "storedTodayBytes"
    FROM host_connections c LEFT JOIN stored_bytes s
      ON s.organization_id = c.organization_id AND s.day = (now() AT TIME ZONE 'UTC')::date
    WHERE c.public_id = $1 AND c.host = $2::host`,
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
