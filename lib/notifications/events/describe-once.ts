import type { Occurrence } from './occurrence'

/** So long what happened in one organization is described at a time: then others are looked at, and the rest is left. */
const maxMs = 10_000

/**
 * The same occurrences, each described once however many destinations are told of it: that links a deployment. Once ten
 * seconds have passed, what is not described yet throws instead, and is found again the next time.
 */
export function describeOnce(occurrences: readonly Occurrence[], now = () => performance.now()): Occurrence[] {
  const end = now() + maxMs
  return occurrences.map((occurrence) => {
    let described: ReturnType<Occurrence['describe']> | undefined
    const describe = async () => {
      if (!described && now() > end) throw new Error('describing what happened takes too long')
      described ??= occurrence.describe()
      return described
    }
    return { ...occurrence, describe }
  })
}
