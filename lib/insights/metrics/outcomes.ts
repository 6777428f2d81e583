import { isNextStep, type Steps } from '@/lib/core/steps'
import type { Bucket } from '@/lib/time/period'
import { bucketIndexes } from './buckets'
import { valueAt } from './column'
import { groupServiceEnvironments } from './groups'
import { type DeploymentSample, type Deployments, endStatuses, type ServiceEnvironment } from './samples'

/** Deployments by what became of them. */
export type Outcomes = { success: number; failure: number; rolledBack: number; cancelled: number }

/** Deployments that failed, of those that reached anyone; the rate is null where none did. */
export type FailureShare = { failed: number; of: number; rate: number | null }

/** How deployments ended. */
export function outcomesOf({ length, status }: Pick<Deployments, 'length' | 'status'>): Outcomes {
  const [outcomes] = outcomesByGroup(status, new Int32Array(length), 1)
  return outcomes ?? noOutcomes
}

/** The outcomes of one deployment. */
export function outcomesOfOne(status: DeploymentSample['status']): Outcomes {
  return { ...noOutcomes, [status === 'rolled_back' ? 'rolledBack' : status]: 1 }
}

/** How the deployments of each bucket ended. */
export function outcomesIn(buckets: readonly Bucket[], { completedAt, status }: Deployments): Outcomes[] {
  return outcomesByGroup(status, bucketIndexes(buckets, completedAt), buckets.length)
}

/** How the deployments of each name ended that has any, in any order. */
export function* outcomesBy<Name extends string | null>(
  deployments: Deployments,
  nameOf: (names: ServiceEnvironment) => Name,
): Steps<[name: Name, outcomes: Outcomes][]> {
  const { names, indexes } = yield* groupServiceEnvironments(deployments, nameOf)
  yield
  const outcomes = outcomesByGroup(deployments.status, indexes, names.length)
  const found: [Name, Outcomes][] = []
  for (const [index, name] of names.entries()) {
    if (isNextStep(index)) yield
    const ofName = outcomes[index] ?? noOutcomes
    if (attemptsOf(ofName) > 0) found.push([name, ofName])
  }
  return found
}

/** How the deployments of each group ended; `groups` has the index of the group of each deployment, −1 for none. */
export function outcomesByGroup(status: Deployments['status'], groups: Int32Array, groupCount: number): Outcomes[] {
  const counts = new Uint32Array(groupCount * endStatuses.length)
  for (let sample = 0; sample < groups.length; sample += 1) {
    const place = (groups[sample] ?? -1) * endStatuses.length + valueAt(status, sample)
    if (place >= 0) counts[place] = (counts[place] ?? 0) + 1
  }
  return Array.from({ length: groupCount }, (_, group) => {
    const first = group * endStatuses.length
    return {
      success: counts[first] ?? 0,
      failure: counts[first + 1] ?? 0,
      rolledBack: counts[first + 3] ?? 0,
      cancelled: counts[first + 2] ?? 0,
    }
  })
}

/** How the deployments of each group ended, bucket by bucket; `groups` is as of `outcomesByGroup`. */
export function outcomesByGroupIn(
  buckets: readonly Bucket[],
  { completedAt, status }: Deployments,
  groups: Int32Array,
  groupCount: number,
): Outcomes[][] {
  const places = bucketIndexes(buckets, completedAt)
  for (let sample = 0; sample < places.length; sample += 1) {
    const bucket = places[sample] ?? -1
    if (bucket >= 0) places[sample] = (groups[sample] ?? -1) * buckets.length + bucket
  }
  const outcomes = outcomesByGroup(status, places, groupCount * buckets.length)
  return Array.from({ length: groupCount }, (_, group) =>
    outcomes.slice(group * buckets.length, (group + 1) * buckets.length),
  )
}

/** How many deployments there were, whatever became of them. */
export function attemptsOf({ success, failure, rolledBack, cancelled }: Outcomes): number {
  return success + failure + rolledBack + cancelled
}

/** Whether a deployment of this status counts as failed. */
export function isFailure(status: DeploymentSample['status'], rolledBackFails: boolean): boolean {
  return status === 'failure' || (rolledBackFails && status === 'rolled_back')
}

/** How many deployments failed. A rolled-back one that does not fail is one of the others; cancelled ones are none. */
export function failureShareOf({ success, failure, rolledBack }: Outcomes, rolledBackFails: boolean): FailureShare {
  const failed = failure + (rolledBackFails ? rolledBack : 0)
  const of = success + failure + rolledBack
  return { failed, of, rate: of === 0 ? null : failed / of }
}

/** Deployments as bars show them. A rolled-back one that does not fail counts with neither: it is no success either. */
export function successAndFailed(outcomes: Outcomes, rolledBackFails: boolean): { success: number; failed: number } {
  return { success: outcomes.success, failed: failureShareOf(outcomes, rolledBackFails).failed }
}

/** What counts as failed, in words. */
export function failedWords(rolledBackFails: boolean): string {
  return rolledBackFails ? 'failed or rolled back' : 'failed'
}

export const noOutcomes: Outcomes = { success: 0, failure: 0, rolledBack: 0, cancelled: 0 }
