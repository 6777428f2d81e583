import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import type { HostConnection } from '@/lib/generated/prisma/client'

/** A connection of the organization, its secrets sealed. Throws `not_found`. */
export async function findConnection(organizationId: number, connectionId: number): Promise<HostConnection> {
  const connection = await db().prisma.hostConnection.findFirst({ where: { id: connectionId, organizationId } })
  if (!connection) throw connectionGone()
  return connection
}

/** The refusal of the id of a connection that is not there, or another organization's. */
export function connectionGone(): AppError {
  return new AppError('not_found', 'There is no such connection any more.')
}

/** What audit entries call a connection: `acme at github.com`. */
export function connectionSubject({ name, baseUrl }: Pick<HostConnection, 'name' | 'baseUrl'>): string {
  return `${name} at ${new URL(baseUrl).host}`
}
