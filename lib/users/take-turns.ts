import { AppError } from '@/lib/errors'

type Limits = { atOnce: number; waiting: number }

/**
 * Runs what it is given a few at once and lets some more wait, first come, first served. Throws `unavailable` when too
 * many wait already.
 */
export function takeTurns({ atOnce, waiting }: Limits): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running === atOnce) {
      if (queue.length === waiting) throw new AppError('unavailable', 'The server is busy. Try again in a minute.')
      await new Promise<void>((start) => queue.push(start))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
