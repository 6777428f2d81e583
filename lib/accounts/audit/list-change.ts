const maxCharacters = 1_000

/** What came to a list and what went, as details of an audit line. */
export type ListChange = { added?: string[]; othersAdded?: number; removed?: string[]; othersRemoved?: number }

/**
 * What came to a list and what went, each up to 1,000 characters; of the rest only how many there are, so that a line of
 * the audit log stays a line however long the lists are.
 */
export function listChange(from: readonly string[], to: readonly string[]): ListChange {
  const [before, after] = [new Set(from), new Set(to)]
  const added = to.filter((item) => !before.has(item))
  const removed = from.filter((item) => !after.has(item))
  const [shownAdded, shownRemoved] = [beginningOf(added), beginningOf(removed)]
  const [othersAdded, othersRemoved] = [added.length - shownAdded.length, removed.length - shownRemoved.length]
  return {
    ...(added.length > 0 && { added: shownAdded }),
    ...(othersAdded > 0 && { othersAdded }),
    ...(removed.length > 0 && { removed: shownRemoved }),
    ...(othersRemoved > 0 && { othersRemoved }),
  }
}

function beginningOf(items: readonly string[]): string[] {
  let characters = 0
  return items.filter((item) => {
    characters += item.length
    return characters <= maxCharacters
  })
}
