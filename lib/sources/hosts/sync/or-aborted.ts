import { HostError } from '../model'

/** Enough for a slow host to list all its branches and tags. */
const maxMs = 15 * 60_000

/**
 * Resolves to what a reader's `work` does. Rejects when `signal` is aborted first, and after 15 minutes, to free its
 * place for other syncs.
 */
export async function orAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let onAbort = () => {}
  let timer: NodeJS.Timeout | undefined
  const ended = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort)
    timer = setTimeout(() => reject(new HostError('The host takes more than 15 minutes to answer.', 'later')), maxMs)
  })
  return Promise.race([ended, work]).finally(() => {
    signal.removeEventListener('abort', onAbort)
    clearTimeout(timer)
  })
}
