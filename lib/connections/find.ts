import { db } from '@/lib/db'
import { AppError } from '@/lib/errors'
import type { HostConnection } from '@/lib/generated/prisma/client'

/** A connection of the organization, its secrets sealed. Throws `not_found`. */
export async function findConnection(organizationId: number, connectionId: number): Promise<HostConnection> {
  const connection = await db().prisma.hostConnection.findFirst({ where: { id: connectionId, organizationId } })
  if (!connection) throw new AppError('not_found', `No connection with id ${connectionId}`)
  return connection
}

/** What audit entries call a connection: `acme at github.com`. */
export function connectionSubject({ name, baseUrl }: Pick<HostConnection, 'name' | 'baseUrl'>): string {
  return `${name} at ${new URL(baseUrl).host}`
}
