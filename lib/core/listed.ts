/** So many services are listed in a report: anyone with a key can name another one. Its totals are those of all. */
export const maxListedServices = 500

/** The services with the most of something, in order, and how many more there are. */
export type Listed<Row> = { listed: Row[]; leftOut: number }

/**
 * The first of rows in an order, as many as services are listed; equal ones as they came. Only twice as many are ever put
 * in order at once.
 */
export function listFirst<Row>(rows: readonly Row[], compare: (a: Row, b: Row) => number): Listed<Row> {
  let first: Row[] = []
  let last: Row | undefined
  for (const row of rows) {
    if (last !== undefined && compare(row, last) >= 0) continue
    first.push(row)
    if (first.length < 2 * maxListedServices) continue
    first = first.sort(compare).slice(0, maxListedServices)
    last = first.at(-1)
  }
  return {
    listed: first.sort(compare).slice(0, maxListedServices),
    leftOut: Math.max(rows.length - maxListedServices, 0),
  }
}

/** Samples by a key of theirs, in the order in which the keys are met. */
export function groupBy<Sample, Key>(samples: readonly Sample[], keyOf: (sample: Sample) => Key): Map<Key, Sample[]> {
  const groups = new Map<Key, Sample[]>()
  for (const sample of samples) {
    const key = keyOf(sample)
    const group = groups.get(key)
    if (group) group.push(sample)
    else groups.set(key, [sample])
  }
  return groups
}

/**
 * Names in the order of their letters; what has none comes last. `localeCompare` takes quadratic time over some letters.
 */
export function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}
