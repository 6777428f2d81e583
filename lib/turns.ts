/** Runs work as soon as fewer than so many others run, first come, first served. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Lets `atOnce` run at once. */
export function createTurns(atOnce: number): Turns {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running === atOnce) await new Promise<void>((start) => waiting.push(start))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
