import type { Deployments, ServiceEnvironment } from './samples'

/** For each sample the index of its service among some, −1 for one of another service. */
export function placesAmong(
  services: readonly (string | null)[],
  { serviceEnvironments, serviceEnvironment }: Pick<Deployments, 'serviceEnvironments' | 'serviceEnvironment'>,
): Int32Array {
  const places = new Map(services.map((service, place) => [service, place]))
  const placesByServiceEnvironment = Int32Array.from(serviceEnvironments, ({ service }) => places.get(service) ?? -1)
  return Int32Array.from(serviceEnvironment, (index) => placesByServiceEnvironment[index] ?? -1)
}

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

/** Groups samples by a name of their service environment: the names, and for each sample the index of its own. */
export function groupServiceEnvironments<Name>(
  { serviceEnvironments, serviceEnvironment }: Pick<Deployments, 'serviceEnvironments' | 'serviceEnvironment'>,
  nameOf: (serviceEnvironment: ServiceEnvironment) => Name,
): { names: Name[]; indexes: Int32Array } {
  const { keys, indexes } = groupIndexes(serviceEnvironments, nameOf)
  const ofSamples = new Int32Array(serviceEnvironment.length)
  for (let sample = 0; sample < ofSamples.length; sample += 1)
    ofSamples[sample] = indexes[serviceEnvironment[sample] ?? -1] ?? -1
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
