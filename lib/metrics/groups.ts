import type { Deployments, Stream } from './samples'

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

/** Samples of streams by what is told of their stream: all that is told, and for each sample the index of its own. */
export function groupStreams<Name>(
  { streams, stream }: Pick<Deployments, 'streams' | 'stream'>,
  nameOf: (stream: Stream) => Name,
): { names: Name[]; indexes: Int32Array } {
  const { keys, indexes } = groupIndexes(streams, nameOf)
  const ofSamples = new Int32Array(stream.length)
  for (let sample = 0; sample < ofSamples.length; sample += 1) ofSamples[sample] = indexes[stream[sample] ?? -1] ?? -1
  return { names: keys, indexes: ofSamples }
}

/** The samples of each group, in their order; `groups` has the index of the group of each sample. */
export function samplesByGroup(groups: Int32Array, groupCount: number): Uint32Array[] {
  const starts = new Uint32Array(groupCount + 1)
  for (let sample = 0; sample < groups.length; sample += 1) {
    const after = (groups[sample] ?? -1) + 1
    starts[after] = (starts[after] ?? 0) + 1
  }
  for (let group = 1; group <= groupCount; group += 1) starts[group] = (starts[group] ?? 0) + (starts[group - 1] ?? 0)
  const next = starts.slice()
  const samples = new Uint32Array(groups.length)
  for (let sample = 0; sample < groups.length; sample += 1) {
    const group = groups[sample] ?? -1
    const place = next[group] ?? 0
    next[group] = place + 1
    samples[place] = sample
  }
  return Array.from({ length: groupCount }, (_, group) => samples.subarray(starts[group], starts[group + 1]))
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

/** Names in the order of their letters; what has none comes last. */
export function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}
