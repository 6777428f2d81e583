type Options<Item> = {
  /** How many run at once. */
  atOnce: number
  /** Those with the same key run one after the other, in their order. */
  keyOf: (item: Item) => unknown
}

/**
 * Runs `work` on items as they come, a few at once, and takes the next one when there is room for it. Rejects with the
 * first failure once all that had begun is done; no other begins then.
 */
export async function sideBySide<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { atOnce, keyOf }: Options<Item>,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const latest = new Map<unknown, Promise<void>>()
  const failures: unknown[] = []
  const begin = async (item: Item, before: Promise<void> | undefined) => {
    await before
    if (failures.length === 0) await work(item).catch((error: unknown) => failures.push(error))
  }
  for await (const item of items) {
    const key = keyOf(item)
    const run = begin(item, latest.get(key)).then(() => {
      running.delete(run)
      if (latest.get(key) === run) latest.delete(key)
    })
    running.add(run)
    latest.set(key, run)
    if (running.size >= atOnce) await Promise.race(running)
    if (failures.length > 0) break
  }
  await Promise.all(running)
  if (failures.length > 0) throw failures[0]
}
