import { AppError } from '@/lib/core/errors'
import type { NotificationDestination, Prisma } from '@/lib/generated/prisma/client'

/** A destination of the organization. Throws `not_found`. */
export async function findDestination(
  client: Pick<Prisma.TransactionClient, 'notificationDestination'>,
  organizationId: number,
  id: number,
): Promise<NotificationDestination> {
  const destination = await client.notificationDestination.findFirst({ where: { id, organizationId } })
  if (!destination) throw new AppError('not_found', 'There is no such destination any more.')
  return destination
}
