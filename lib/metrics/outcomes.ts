import { bucketIndexes } from './buckets'
import { valuesOf } from './column'
import type { Outcomes } from './deployment-frequency'
import { compareNames, groupIndexes } from './groups'
import type { Bucket } from './period'
import type { DeploymentSample } from './samples'

/** Deployments that failed, of those that reached anybody; the rate is null where none did. */
export type FailureShare = { failed: number; of: number; rate: number | null }

/** How deployments ended. */
export function outcomesOf(deployments: readonly DeploymentSample[]): Outcomes {
  const outcomes = none()
  for (const { status } of deployments) add(outcomes, status)
  return outcomes
}

/** How the deployments of each bucket ended. */
export function outcomesIn(buckets: readonly Bucket[], deployments: readonly DeploymentSample[]): Outcomes[] {
  const completedAt = valuesOf(deployments, (deployment) => deployment.completedAt)
  const indexes = bucketIndexes(buckets, completedAt)
  return outcomesByGroup(deployments, indexes, buckets.length)
}

/** How the deployments of each name ended, the most successes first. */
export function outcomesBy<Name extends string | null>(
  deployments: readonly DeploymentSample[],
  nameOf: (deployment: DeploymentSample) => Name,
): [name: Name, outcomes: Outcomes][] {
  const { keys, indexes } = groupIndexes(deployments, nameOf)
  const outcomes = outcomesByGroup(deployments, indexes, keys.length)
  return keys
    .flatMap((name, index): [Name, Outcomes][] => {
      const ofName = outcomes[index]
      return ofName ? [[name, ofName]] : []
    })
    .sort(([a, ofA], [b, ofB]) => ofB.success - ofA.success || compareNames(a, b))
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

function none(): Outcomes {
  return { success: 0, failure: 0, rolledBack: 0, cancelled: 0 }
}

function add(outcomes: Outcomes, status: DeploymentSample['status']): void {
  if (status === 'success') outcomes.success += 1
  else if (status === 'failure') outcomes.failure += 1
  else if (status === 'rolled_back') outcomes.rolledBack += 1
  else outcomes.cancelled += 1
}

/** How the deployments of each group ended; `groups` has the index of the group of each deployment, −1 for none. */
function outcomesByGroup(deployments: readonly DeploymentSample[], groups: Int32Array, groupCount: number): Outcomes[] {
  const outcomes = Array.from({ length: groupCount }, none)
  deployments.forEach(({ status }, index) => {
    const ofGroup = outcomes[groups[index] ?? -1]
    if (ofGroup) add(ofGroup, status)
  })
  return outcomes
}
