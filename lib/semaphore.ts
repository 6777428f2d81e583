/** Runs what it is given a few at once; the rest waits, first come, first served. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `atOnce` run at once. */
export function semaphore(atOnce: number): Semaphore {
  let running = 0
  const queue: (() => void)[] = []
  return async (work) => {
    if (running === atOnce) await new Promise<void>((start) => queue.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running -= 1
    }
  }
}
