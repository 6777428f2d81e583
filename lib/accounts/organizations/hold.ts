import { AppError } from '@/lib/core/errors'
import { isLockTimeout } from '@/lib/db/database-errors'
import type { Prisma } from '@/lib/generated/prisma/client'

/**
 * Makes other changes of an organization wait until the transaction ends; events do not wait. Throws `unavailable` where
 * another change takes longer than three seconds: who waits has a connection that others need.
 */
export async function holdOrganization(tx: Prisma.TransactionClient, organizationId: number): Promise<void> {
  await tx.$executeRaw`SET LOCAL lock_timeout = '3s'`
  try {
    await tx.$executeRaw`SELECT FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
  } catch (error) {
    throw isLockTimeout(error) ? changing(error) : error
  }
  await tx.$executeRaw`SET LOCAL lock_timeout = 0`
}

function changing(cause: unknown): AppError {
  const message = 'Another change of the organization is not finished. Nothing was changed; try again in a moment.'
  return new AppError('unavailable', message, { 'Retry-After': '5' }, { cause })
}
