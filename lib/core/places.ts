import { AppError } from '@/lib/core/errors'

type Limits = {
  /** In all, of which `kept` are for known callers alone; `share` of them for callers with one key in common. */
  places: number
  kept: number
  share: number
  /** How many wait for a place, and how long. */
  waiting: number
  maxWaitMs: number
}

/**
 * What is `shared` with others through no fault of theirs, such as an address, lowers the chance, and has no share. Of
 * those that are the same `one` a single one holds a place at a time.
 */
export type Claim = { keys: readonly string[]; shared?: readonly string[]; one?: string; known: boolean }

type Waiter = { claim: Claim; enter: () => void; giveUp: () => void }

/** Runs work in a place. One whose signal is aborted while it waits gives up as well. */
type WithPlace = <T>(claim: Claim, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/**
 * Lets so many callers in at once that all of them are served soon, and none more than its share; the others wait. Who
 * gets a free place is chance, the more likely the fewer hold one or wait with each of its keys; when too many wait, it is
 * chance too which of the largest crowd gives up. Being first or fast gains nothing. Throws `unavailable` for one that
 * gives up.
 */
export function createPlaces(limits: Limits): WithPlace {
  const waiting = new Set<Waiter>()
  const [held, crowds] = [tally(), tally()]
  let [taken, strangers] = [0, 0]

  const fits = ({ claim: { keys, one, known } }: Waiter): boolean =>
    (known || strangers < limits.places - limits.kept) &&
    held.most(keys) < limits.share &&
    (one === undefined || held.of(one) === 0)

  const remove = (waiter: Waiter): void => {
    waiting.delete(waiter)
    crowds.add(allOf(waiter.claim), -1)
  }

  /** Grows with those that hold a place or wait with each key: a crowd of an address counts for all of its people. */
  const weightOf = ({ claim }: Waiter): number =>
    allOf(claim).reduce((weight, key) => weight * (1 + held.of(key)) * Math.max(1, crowds.of(key)), 1)

  const hold = (claim: Claim, change: 1 | -1): void => {
    taken += change
    if (!claim.known) strangers += change
    held.add(allOf(claim), change)
  }

  const admit = (): void => {
    if (taken === limits.places) return
    // Weighted sampling after Efraimidis and Spirakis, with the inverse of what is multiplied here for a weight.
    const next = highest([...waiting].filter(fits), (waiter) => Math.log(1 - Math.random()) * weightOf(waiter))
    if (!next) return
    remove(next)
    hold(next.claim, 1)
    next.enter()
    admit()
  }

  const makeRoom = (): void => {
    if (waiting.size <= limits.waiting) return
    highest(
      [...waiting],
      ({ claim }) => allOf(claim).reduce((crowd, key) => crowd * crowds.of(key), 1) + Math.random(),
    )?.giveUp()
  }

  const place = (claim: Claim, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stopWaiting = () => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
      const giveUp = () => {
        stopWaiting()
        remove(waiter)
        reject(new AppError('unavailable', 'The server is busy. Try again in a minute.', { 'Retry-After': '60' }))
      }
      const timer = setTimeout(giveUp, limits.maxWaitMs).unref()
      signal?.addEventListener('abort', giveUp)
      const enter = () => {
        stopWaiting()
        resolve()
      }
      const waiter = { claim, enter, giveUp }
      waiting.add(waiter)
      crowds.add(allOf(claim), 1)
      admit()
      makeRoom()
    })

  return async (claim, work, signal) => {
    await place(claim, signal)
    try {
      return await work()
    } finally {
      hold(claim, -1)
      admit()
    }
  }
}

function allOf({ keys, shared = [], one }: Claim): string[] {
  return one === undefined ? [...keys, ...shared] : [...keys, ...shared, one]
}

/** Counts by key. */
function tally() {
  const counts = new Map<string, number>()
  const count = (key: string) => counts.get(key) ?? 0
  return {
    of: count,
    most: (keys: readonly string[]) => Math.max(0, ...keys.map(count)),
    add: (keys: readonly string[], change: 1 | -1) => {
      for (const key of keys) {
        if (count(key) + change === 0) counts.delete(key)
        else counts.set(key, count(key) + change)
      }
    },
  }
}

function highest(waiters: readonly Waiter[], scoreOf: (waiter: Waiter) => number): Waiter | undefined {
  const scores = waiters.map(scoreOf)
  return waiters[scores.indexOf(Math.max(...scores))]
}
