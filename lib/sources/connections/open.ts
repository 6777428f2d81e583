import type { HostConnection } from '@/lib/generated/prisma/client'
import { findConnection } from './find'
import { type ConnectionSecrets, unsealSecrets } from './secrets'

export type OpenConnection = { connection: Omit<HostConnection, 'sealedSecrets'>; secrets: ConnectionSecrets }

/**
 * A connection with its secrets in the clear, for work with its host; they must go nowhere else. Throws `not_found`,
 * and `unavailable` when the key they were sealed with is not the one of the settings.
 */
export async function openConnection(organizationId: number, connectionId: number): Promise<OpenConnection> {
  const { sealedSecrets, ...connection } = await findConnection(organizationId, connectionId)
  return { connection, secrets: await unsealSecrets(connection, sealedSecrets) }
}
