import { log } from '@/lib/core/log'

/**
 * What work resolves to, or null when it takes longer and goes on in the background: should it fail then, the log says
 * so.
 */
export async function settledWithin<T>(work: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, null)
  })
  const outcome = await Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
  if (outcome === null) work.catch((error) => log.error('background work failed', { error }))
  return outcome
}
