import { AppError } from '@/lib/core/errors'
import type { Prisma } from '@/lib/generated/prisma/client'
import { holdOrganization } from './hold'

/**
 * Refuses one more of what an organization may have so many of. Holds the organization until the transaction ends, so
 * that two at once do not both find room. Throws `conflict` with what to do.
 */
export async function refuseBeyond(
  tx: Prisma.TransactionClient,
  organizationId: number,
  { max, things, remedy }: { max: number; things: string; remedy: string },
  count: () => Promise<number>,
): Promise<void> {
  await holdOrganization(tx, organizationId)
  const has = await count()
  if (has < max) return
  throw new AppError('conflict', `The organization has ${has} ${things}, and can have at most ${max}. ${remedy}`)
}
