import { db } from '@/lib/db/db'
import type { HostConnection } from '@/lib/generated/prisma/client'
import { connectionGone } from './find'
import { type ConnectionSecrets, unsealSecrets } from './secrets'

export type OpenConnection = { connection: Omit<HostConnection, 'sealedSecrets'>; secrets: ConnectionSecrets }

/**
 * A connection with its secrets in the clear, for work with its host; they must go nowhere else. Throws `not_found`,
 * and `unavailable` when the key they were sealed with is not the one of the settings.
 */
export async function openConnection(connectionId: number): Promise<OpenConnection> {
  const row = await db().prisma.hostConnection.findUnique({ where: { id: connectionId } })
  if (!row) throw connectionGone()
  const { sealedSecrets, ...connection } = row
  return { connection, secrets: await unsealSecrets(connection, sealedSecrets) }
}
