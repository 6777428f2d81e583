import type { Deliveries } from './samples'

/** Samples by a key of theirs: the keys in the order in which they are met, and for each sample the index of its key. */
export function groupIndexes<Sample, Key>(
  samples: readonly Sample[],
  keyOf: (sample: Sample) => Key,
): { keys: Key[]; indexes: Int32Array } {
  const found = new Map<Key, number>()
  const indexes = new Int32Array(samples.length)
  samples.forEach((sample, index) => {
    const key = keyOf(sample)
    const known = found.get(key) ?? found.size
    if (known === found.size) found.set(key, known)
    indexes[index] = known
  })
  return { keys: [...found.keys()], indexes }
}

/** Deliveries by service: the services, and for each delivery the index of its own. */
export function servicesOf({ streams, stream }: Pick<Deliveries, 'streams' | 'stream'>): {
  services: (string | null)[]
  indexes: Int32Array
} {
  const { keys, indexes } = groupIndexes(streams, ({ service }) => service)
  return { services: keys, indexes: stream.map((index) => indexes[index] ?? -1) }
}

/** Samples by a key of theirs, in the order in which the keys are met. */
export function groupBy<Sample, Key>(samples: readonly Sample[], keyOf: (sample: Sample) => Key): Map<Key, Sample[]> {
  const groups = new Map<Key, Sample[]>()
  let [latest, group]: [Key?, Sample[]?] = []
  for (const sample of samples) {
    const key = keyOf(sample)
    // Samples mostly come one group after the other.
    if (!group || key !== latest) {
      group = groups.get(key) ?? []
      groups.set(key, group)
      latest = key
    }
    group.push(sample)
  }
  return groups
}

/** Names in the order of their letters; what has none comes last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}
