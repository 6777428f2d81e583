type Waiting<Item, Result> = { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }

type Line<Item, Result> = { waiting: Waiting<Item, Result>[]; running: number; beginning: boolean }

/** Runs an item of a key, together with others that come meanwhile. */
export type ShareRuns<Key, Item, Result> = (key: Key, item: Item) => Promise<Result>

type Limits<Item> = {
  /** Runs of a key at once. */
  maxRuns: number
  /** Items of one run, and what they may weigh together; one item may weigh more. */
  maxItems: number
  maxWeight?: number
  weigh?: (item: Item) => number
}

/**
 * Lets items of a key share runs: what comes in one round of the event loop, or while as many runs as there may be are
 * under way, is run together. `run` gives a result for each of its items, in their order, or rejects for all of them.
 */
export function createShareRuns<Key, Item, Result>(
  run: (key: Key, items: readonly Item[]) => Promise<readonly Result[]>,
  { maxRuns, maxItems, maxWeight = Number.POSITIVE_INFINITY, weigh = () => 0 }: Limits<Item>,
): ShareRuns<Key, Item, Result> {
  const lines = new Map<Key, Line<Item, Result>>()

  const take = ({ waiting }: Line<Item, Result>) => {
    let weight = 0
    const count = waiting.findIndex(({ item }, index) => {
      weight += weigh(item)
      return index === maxItems || (index > 0 && weight > maxWeight)
    })
    return waiting.splice(0, count === -1 ? waiting.length : count)
  }

  const begin = async (key: Key, line: Line<Item, Result>) => {
    line.running += 1
    const taken = take(line)
    if (line.waiting.length > 0) beginSoon(key, line)
    try {
      const results = await run(
        key,
        taken.map(({ item }) => item),
      )
      for (const [index, { resolve }] of taken.entries()) resolve(results[index] as Result)
    } catch (error) {
      for (const { reject } of taken) reject(error)
    } finally {
      line.running -= 1
      if (line.waiting.length > 0) beginSoon(key, line)
      else if (line.running === 0 && !line.beginning) lines.delete(key)
    }
  }

  const beginSoon = (key: Key, line: Line<Item, Result>) => {
    if (line.beginning || line.running === maxRuns) return
    line.beginning = true
    setImmediate(() => {
      line.beginning = false
      void begin(key, line)
    })
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key) ?? { waiting: [], running: 0, beginning: false }
      lines.set(key, line)
      line.waiting.push({ item, resolve, reject })
      beginSoon(key, line)
    })
}
