import { isNextStep, type Steps } from '@/lib/core/steps'
import type { Deployments, ServiceEnvironment } from './samples'

type ByServiceEnvironment = Pick<Deployments, 'serviceEnvironments' | 'serviceEnvironment'>

/** For each sample the index of its service among some, −1 for one of another service. */
export function* placesAmong(services: readonly (string | null)[], samples: ByServiceEnvironment): Steps<Int32Array> {
  const places = new Map(services.map((service, place) => [service, place]))
  const { serviceEnvironments } = samples
  const placesByServiceEnvironment = new Int32Array(serviceEnvironments.length)
  for (const [index, { service }] of serviceEnvironments.entries()) {
    if (isNextStep(index)) yield
    placesByServiceEnvironment[index] = places.get(service) ?? -1
  }
  return indexesOfSamples(samples, placesByServiceEnvironment)
}

/** Samples by a key of theirs: the keys in the order in which they are met, and for each sample the index of its key. */
export function* groupIndexes<Sample, Key>(
  samples: readonly Sample[],
  keyOf: (sample: Sample) => Key,
): Steps<{ keys: Key[]; indexes: Int32Array }> {
  const found = new Map<Key, number>()
  const indexes = new Int32Array(samples.length)
  for (const [index, sample] of samples.entries()) {
    if (isNextStep(index)) yield
    const key = keyOf(sample)
    const known = found.get(key) ?? found.size
    if (known === found.size) found.set(key, known)
    indexes[index] = known
  }
  return { keys: [...found.keys()], indexes }
}

/** Groups samples by a name of their service environment: the names, and for each sample the index of its own. */
export function* groupServiceEnvironments<Name>(
  samples: ByServiceEnvironment,
  nameOf: (serviceEnvironment: ServiceEnvironment) => Name,
): Steps<{ names: Name[]; indexes: Int32Array }> {
  const { keys, indexes } = yield* groupIndexes(samples.serviceEnvironments, nameOf)
  return { names: keys, indexes: indexesOfSamples(samples, indexes) }
}

/** For each sample the index of its service environment. */
function indexesOfSamples({ serviceEnvironment }: ByServiceEnvironment, indexes: Int32Array): Int32Array {
  const ofSamples = new Int32Array(serviceEnvironment.length)
  for (let sample = 0; sample < ofSamples.length; sample += 1)
    ofSamples[sample] = indexes[serviceEnvironment[sample] ?? -1] ?? -1
  return ofSamples
}

/** Finds the samples of a group, in their order; `groups` has the index of the group of each sample. */
export function samplesByGroup(groups: Int32Array, groupCount: number): (group: number) => Uint32Array {
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
  return (group) => samples.subarray(starts[group], starts[group + 1])
}
