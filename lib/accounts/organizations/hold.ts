import { AppError } from '@/lib/core/errors'
import { isLockTimeout } from '@/lib/db/database-errors'
import type { Prisma } from '@/lib/generated/prisma/client'

/** Organizations that something held for longer than was waited, and until when: of the process. */
const holder = globalThis as { leadlineHeldUntil?: Map<number, number> }

const usualWaitMs = 3_000
const heldWaitMs = 100

/**
 * Makes other changes of an organization wait until the transaction ends; events do not wait. Throws `unavailable`
 * where another change takes longer than three seconds, and then for as long at once, unless the change is `urgent`:
 * who waits has a connection that others need.
 */
export async function holdOrganization(
  tx: Prisma.TransactionClient,
  organizationId: number,
  { urgent = false } = {},
): Promise<void> {
  holder.leadlineHeldUntil ??= new Map()
  const held = holder.leadlineHeldUntil
  const isHeld = !urgent && (held.get(organizationId) ?? 0) > performance.now()
  await tx.$executeRawUnsafe(`SET LOCAL lock_timeout = ${isHeld ? heldWaitMs : usualWaitMs}`)
  try {
    await tx.$executeRaw`SELECT FROM organizations WHERE id = ${organizationId} FOR NO KEY UPDATE`
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    // Not after a short wait: one change a second would keep all others from ever waiting.
    if (!isHeld) held.set(organizationId, performance.now() + usualWaitMs)
    throw changing(error)
  }
  held.delete(organizationId)
  await tx.$executeRaw`SET LOCAL lock_timeout = 0`
}

function changing(cause: unknown): AppError {
  const message = 'Another change of the organization is not finished. Nothing was changed; try again in a moment.'
  return new AppError('unavailable', message, { 'Retry-After': '5' }, { cause })
}
