import { keepContext } from '@/lib/core/keep-context'

/**
 * Begins `work` in this round of the event loop or in one of the next, in turn with what others wait for. `isKnown` is
 * for those who may not be kept waiting by strangers.
 */
export type InRound = (who: string, work: () => void, isKnown?: boolean) => void

/** So long work waits for what `arrived` counts: some hundred connections, which take less than a millisecond each. */
const maxWaitMs = 100

/**
 * Lets a few pieces of work begin in one round of the event loop, and none in a round in which something arrived: a
 * round accepts one connection, and would let hundreds wait for seconds if it were long. Whatever waits for input and
 * output, such as a page with fifty questions to the database, goes on once in each round: a round must stay short,
 * however much arrives. After work has waited for arrivals, it does not wait again for as long. No one is kept waiting
 * by the crowd of another, nor by many who come alone, nor who is known by however many strangers, and nothing by one
 * that waits for something else.
 */
export function createRounds(maxEach: number, arrived: () => number = () => 0): InRound {
  const [strangers, known] = [createLine(), createLine()]
  let isKnownsTurn = false
  let isDue = false
  const isHeld = createHold(arrived)

  const lookSoon = () => {
    if (!isDue) setImmediate(beginSome)
    isDue = true
  }

  const take = () => {
    isKnownsTurn = !isKnownsTurn
    return isKnownsTurn ? (known.take() ?? strangers.take()) : (strangers.take() ?? known.take())
  }

  const beginSome = () => {
    isDue = false
    if (isHeld()) return lookSoon()
    for (let begun = 0; begun < maxEach; begun += 1) {
      const work = take()
      // Also when this one fails.
      if (strangers.size() + known.size() > 0) lookSoon()
      work?.()
    }
  }

  return (who, work, isKnown = false) => {
    const line = isKnown ? known : strangers
    line.add(who, keepContext(work))
    lookSoon()
  }
}

type Waiting = { who: string; work: () => void }

/**
 * What waits, of which every other one to be taken is the one that has waited longest, and the others are of one crowd
 * after the other: a large crowd keeps no one waiting, and very many small ones do not leave a larger one their few
 * turns.
 */
function createLine() {
  const all = new Set<Waiting>()
  const crowds = new Map<string, Waiting[]>()
  let byCrowd = false

  /** The first of its crowd, as each that is taken is. */
  const remove = (one: Waiting) => {
    all.delete(one)
    const crowd = crowds.get(one.who) ?? []
    crowd.shift()
    // Its next one comes after one of each other crowd.
    crowds.delete(one.who)
    if (crowd.length > 0) crowds.set(one.who, crowd)
  }

  const take = (): (() => void) | undefined => {
    const [crowd] = crowds.values()
    const [longest] = all
    const one = byCrowd ? crowd?.[0] : longest
    if (!one) return undefined
    byCrowd = !byCrowd
    remove(one)
    return one.work
  }

  const add = (who: string, work: () => void) => {
    const one = { who, work }
    all.add(one)
    const crowd = crowds.get(who) ?? []
    crowd.push(one)
    crowds.set(who, crowd)
  }

  return { add, take, size: () => all.size }
}

/**
 * To be asked once in a round in which something waits: whether it is held, for something has arrived since the last.
 */
function createHold(arrived: () => number): () => boolean {
  let before = 0
  let since: number | null = null
  let freeUntil = 0
  return () => {
    const count = arrived()
    const isMore = count > before
    before = count
    const now = performance.now()
    if (isMore && now >= freeUntil) {
      since ??= now
      if (now - since < maxWaitMs) return true
    }
    if (since !== null) freeUntil = now + (now - since)
    since = null
    return false
  }
}
