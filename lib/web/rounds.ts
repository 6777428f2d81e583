import { AsyncResource } from 'node:async_hooks'

/** Begins `work` in this round of the event loop or in one of the next, in turn with what others wait for. */
export type InRound = (who: string, work: () => void) => void

/**
 * Lets a few pieces of work begin in one round of the event loop. Whatever waits for input and output, such as a page
 * with fifty questions to the database, goes on once in each round: a round must stay short, however much arrives. No
 * one is kept waiting by the crowd of another, and nothing by one that waits for something else.
 */
export function createRounds(maxEach: number): InRound {
  const crowds = new Map<string, (() => void)[]>()
  let begun = 0
  let isDue = false

  const begin = (work: () => void) => {
    begun += 1
    if (!isDue) setImmediate(beginNext)
    isDue = true
    work()
  }

  const beginNext = () => {
    isDue = false
    begun = 0
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
    if (begun < maxEach && crowds.size === 0) return begin(work)
    const waiting = crowds.get(who) ?? []
    waiting.push(AsyncResource.bind(work))
    crowds.set(who, waiting)
  }
}

function first<Key, Value>(map: ReadonlyMap<Key, Value>): [Key, Value] | undefined {
  return map.entries().next().value
}
