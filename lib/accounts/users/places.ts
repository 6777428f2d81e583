import { AppError } from '@/lib/core/errors'

/** `places` in all, of which `kept` are for known callers alone; `share` of them for callers with one key in common. */
type Limits = { places: number; kept: number; share: number }

export type Claim = { keys: readonly string[]; known: boolean }

/**
 * Lets so many callers in at once that all of them are served soon, and none more than its share. Throws `unavailable`
 * for the others, at once.
 */
export function createPlaces({ places, kept, share }: Limits): <T>(claim: Claim, work: () => Promise<T>) => Promise<T> {
  let taken = 0
  const held = new Map<string, number>()

  function hold(key: string, change: 1 | -1): void {
    const count = (held.get(key) ?? 0) + change
    if (count === 0) held.delete(key)
    else held.set(key, count)
  }

  return async ({ keys, known }, work) => {
    const free = taken < (known ? places : places - kept) && keys.every((key) => (held.get(key) ?? 0) < share)
    if (!free) throw new AppError('unavailable', 'The server is busy. Try again in a minute.')
    taken += 1
    for (const key of keys) hold(key, 1)
    try {
      return await work()
    } finally {
      taken -= 1
      for (const key of keys) hold(key, -1)
    }
  }
}
