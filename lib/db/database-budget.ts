import { DatabaseUnavailableError } from '@/lib/db/database-errors'
import { isCommitting } from '@/lib/db/transaction'

/**
 * What one request may wait for the database in all. An answer is due within three seconds: the rest of them is for a
 * machine so busy that a request waits before it is read, and its answer before it is sent.
 */
export const budgetMs = 2_000

/** How much longer it waits for a commit that has begun: only the answer to it says whether anything is stored. */
const commitMs = 700

/** What is left of a request's time for the database; the signal is aborted when it is up, and made when asked for. */
export type TimeLeft = { readonly signal: AbortSignal; leftMs: () => number }

/**
 * One request's time for the database. Runs `work`, and rejects as unavailable once all calls together have taken
 * longer than the budget without `reserveMs`; the signal is aborted then, so that nothing is committed any more. A
 * commit that has begun may take 0.7 s longer.
 */
export type DatabaseBudget = <T>(work: (time: TimeLeft) => Promise<T>, reserveMs?: number) => Promise<T>

/** Hands out one request's time for the database, `totalMs` in all. */
export function databaseBudget(totalMs = budgetMs): DatabaseBudget {
  let leftMs = totalMs
  return async (work, reserveMs = 0) => {
    const began = performance.now()
    const dueMs = began + leftMs - reserveMs
    const { promise: expiry, reject, controller } = abortable()
    let timer = setTimeout(() => {
      if (isCommitting(controller.signal)) timer = setTimeout(reject, commitMs)
      else reject()
    }, leftMs - reserveMs)
    const working = work({
      get signal() {
        return controller.signal
      },
      leftMs: () => dueMs - performance.now(),
    })
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
  let reject = () => {}
  const promise = new Promise<never>((_, rejectPromise) => {
    reject = () => {
      const error = new DatabaseUnavailableError('the time for the database is up')
      controller.abort(error)
      rejectPromise(error)
    }
  })
  return { promise, reject, controller }
}
