import { AppError } from '@/lib/core/errors'

/**
 * Refuses one more of what an organization may have so many of. Needs a transaction that holds the organization, so that
 * two at once do not both find room. Throws `conflict` with what to do.
 */
export async function refuseBeyond(
  { max, things, remedy }: { max: number; things: string; remedy: string },
  count: () => Promise<number>,
): Promise<void> {
  const has = await count()
  if (has < max) return
  throw new AppError('conflict', `The organization has ${has} ${things}, and can have at most ${max}. ${remedy}`)
}
