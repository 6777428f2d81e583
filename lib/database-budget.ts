import { DatabaseUnavailableError } from '@/lib/database-errors'

/**
 * What one request may wait for the database in all. An answer is due within three seconds: the rest of them is for a
 * machine so busy that a request waits before it is read, and its answer before it is sent.
 */
export const budgetMs = 2_000

/**
 * Hands out one request's time for the database. Each call runs `work`; once all calls together have taken longer than
 * that it aborts the signal, so that nothing is committed any more, and rejects as unavailable.
 */
export function databaseBudget(): <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T> {
  let leftMs = budgetMs
  return async (work) => {
    const began = performance.now()
    const { promise: expiry, reject, signal } = abortable()
    const timer = setTimeout(reject, leftMs)
    const working = work(signal)
    working.catch(() => undefined)
    try {
      return await Promise.race([working, expiry])
    } finally {
      clearTimeout(timer)
      leftMs -= performance.now() - began
    }
  }
}

function abortable() {
  const controller = new AbortController()
  const { signal } = controller
  let reject = () => {}
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = () => {
      const error = new DatabaseUnavailableError('the time for the database is up')
      controller.abort(error)
      rejectPromise(error)
    }
  })
  return { promise, reject, signal }
}
