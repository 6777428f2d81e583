import { AsyncResource } from 'node:async_hooks'

/** Begins `work` in this round of the event loop or in one of the next, in turn with what others wait for. */
export type InRound = (who: string, work: () => void) => void

/** So long work waits for what `arrived` counts: some hundred connections, which take less than a millisecond each. */
const maxWaitMs = 100

/**
 * Lets a few pieces of work begin in one round of the event loop, and none in a round in which something arrived: a round
 * accepts one connection, and would let hundreds wait for seconds if it were long. Whatever waits for input and output, such as a page
 * with fifty questions to the database, goes on once in each round: a round must stay short, however much arrives. What
 * goes on arriving is waited for no more for as long as it has been. No one is kept waiting by the crowd of another, and
 * nothing by one that waits for something else.
 */
export function createRounds(maxEach: number, arrived: () => number = () => 0): InRound {
  const crowds = new Map<string, (() => void)[]>()
  let begun = 0
  let isDue = false
  const isHeld = createHold(arrived)

  const lookSoon = () => {
    if (!isDue) setImmediate(beginNext)
    isDue = true
  }

  const begin = (work: () => void) => {
    begun += 1
    lookSoon()
    work()
  }

  const beginNext = () => {
    isDue = false
    begun = 0
    if (isHeld(crowds.size > 0)) return lookSoon()
    for (let crowd = first(crowds); crowd && begun < maxEach; crowd = first(crowds)) {
      const [who, waiting] = crowd
      const work = waiting.shift()
      // Its next one comes after one of each other crowd.
      crowds.delete(who)
      if (waiting.length > 0) crowds.set(who, waiting)
      if (work) begin(work)
    }
  }

  return (who, work) => {
    if (begun < maxEach && crowds.size === 0 && !isHeld(true)) return begin(work)
    lookSoon()
    const waiting = crowds.get(who) ?? []
    waiting.push(AsyncResource.bind(work))
    crowds.set(who, waiting)
  }
}

/** Whether what is waiting, if anything, is held in this round, for something has arrived since the last one. */
function createHold(arrived: () => number): (isWaiting: boolean) => boolean {
  let before = 0
  let since: number | null = null
  let freeUntil = 0
  return (isWaiting) => {
    const count = arrived()
    const isMore = count > before
    before = count
    const now = performance.now()
    if (isMore && isWaiting && now >= freeUntil) {
      since ??= now
      if (now - since < maxWaitMs) return true
    }
    if (since !== null) freeUntil = now + (now - since)
    since = null
    return false
  }
}

function first<Key, Value>(map: ReadonlyMap<Key, Value>): [Key, Value] | undefined {
  return map.entries().next().value
}
