/** What one request may wait for the database in all: an answer is due within three seconds. */
const budgetMs = 2_700

/**
 * Hands out one request's time for the database. Each call runs `work` and rejects, as unavailable, once all calls
 * together have taken longer than that; what the database does after is undone or was idempotent.
 */
export function databaseBudget(): <T>(work: () => Promise<T>) => Promise<T> {
  let leftMs = budgetMs
  return async (work) => {
    const began = performance.now()
    let timer: NodeJS.Timeout | undefined
    const expiry = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('timeout expired while waiting for the database')), leftMs)
    })
    const working = work()
    working.catch(() => undefined)
    try {
      return await Promise.race([working, expiry])
    } finally {
      clearTimeout(timer)
      leftMs -= performance.now() - began
    }
  }
}
