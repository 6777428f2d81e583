import { HostError } from '../model'

/** Enough for a slow host to list all its branches and tags. */
const maxMs = 15 * 60_000

/**
 * Resolves to what `work` reads. Rejects at once when `signal` is aborted first, and after 15 minutes, to free its place
 * for other syncs; the signal that `work` is given is aborted then too, so that it does not read on.
 */
export async function orAborted<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  signal.throwIfAborted()
  const ending = new AbortController()
  const end = () => ending.abort(signal.reason)
  signal.addEventListener('abort', end)
  const late = new HostError('The host takes more than 15 minutes to answer.', 'later')
  const timer = setTimeout(() => ending.abort(late), maxMs)
  const ended = new Promise<never>((_, reject) => {
    ending.signal.addEventListener('abort', () => reject(ending.signal.reason))
  })
  return Promise.race([ended, work(ending.signal)]).finally(() => {
    signal.removeEventListener('abort', end)
    clearTimeout(timer)
  })
}
