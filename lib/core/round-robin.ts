/** For whom a turn is: one of a crowd, such as a person of an organization. */
export type Claimant = { crowd: string; one: string }

type Waiter = { start: () => void }

/**
 * Lets `atOnce` have a turn at once. The next turn is the next crowd's that waits, and in it the next one's, so that a
 * crowd waits for itself, however large it is.
 */
export function roundRobin(atOnce: number) {
  const crowds = new Map<string, Map<string, Waiter[]>>()
  let [running, waiting] = [0, 0]

  const startNext = () => {
    if (running === atOnce) return
    const [crowd, ones] = nextOf(crowds)
    const [one, waiters] = nextOf(ones)
    const next = waiters?.shift()
    if (crowd === undefined || !ones || one === undefined || !waiters || !next) return
    // Now the last, each among its own.
    ones.delete(one)
    if (waiters.length > 0) ones.set(one, waiters)
    crowds.delete(crowd)
    if (ones.size > 0) crowds.set(crowd, ones)
    waiting -= 1
    running += 1
    next.start()
  }

  const leave = ({ crowd, one }: Claimant, waiter: Waiter) => {
    const ones = crowds.get(crowd)
    const waiters = ones?.get(one)
    const at = waiters?.indexOf(waiter) ?? -1
    if (!ones || !waiters || at < 0) return
    waiting -= 1
    waiters.splice(at, 1)
    if (waiters.length === 0) ones.delete(one)
    if (ones.size === 0) crowds.delete(crowd)
  }

  /** Resolves to what ends the turn. Rejects with what `tooLate` makes when none has come after so many milliseconds. */
  const take = (claimant: Claimant, maxWaitMs: number, tooLate: () => Error): Promise<() => void> =>
    new Promise((resolve, reject) => {
      const end = () => {
        running -= 1
        startNext()
      }
      const waiter = {
        start: () => {
          clearTimeout(timer)
          resolve(end)
        },
      }
      const timer = setTimeout(() => {
        leave(claimant, waiter)
        reject(tooLate())
      }, maxWaitMs).unref()
      const ones = crowds.get(claimant.crowd) ?? new Map<string, Waiter[]>()
      const waiters = ones.get(claimant.one) ?? []
      crowds.set(claimant.crowd, ones)
      ones.set(claimant.one, waiters)
      waiters.push(waiter)
      waiting += 1
      startNext()
    })

  return { take, waiting: () => waiting }
}

function nextOf<T>(map: ReadonlyMap<string, T> | undefined): [string, T] | [] {
  const [first] = map ?? []
  return first ?? []
}
