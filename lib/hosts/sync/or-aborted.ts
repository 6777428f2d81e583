import { HostError } from '../model'

/** As long as a slow host may take for all its branches and tags. */
const maxMs = 15 * 60_000

/** What a reader's `work` comes to, unless `signal` is aborted first or it takes a quarter of an hour: then its place is needed. */
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
