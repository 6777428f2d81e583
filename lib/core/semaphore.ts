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

/** A semaphore for each key. */
export type Semaphores<Key> = <T>(key: Key, work: () => Promise<T>) => Promise<T>

/** Lets `atOnce` run at once of each key. */
export function semaphores<Key>(atOnce: number): Semaphores<Key> {
  const used = new Map<Key, { turns: Semaphore; users: number }>()
  return async (key, work) => {
    const own = used.get(key) ?? { turns: semaphore(atOnce), users: 0 }
    used.set(key, own)
    own.users += 1
    try {
      return await own.turns(work)
    } finally {
      own.users -= 1
      if (own.users === 0) used.delete(key)
    }
  }
}

/** Lets `all` run at once, and `each` of each key. */
export function sharedSemaphore<Key>({ all, each }: { all: number; each: number }): Semaphores<Key> {
  const [turns, shares] = [semaphore(all), semaphores<Key>(each)]
  return (key, work) => shares(key, () => turns(work))
}
