/** It warns of about one in ten deployments, those with the highest scores. */
const warnedShare = 0.1
/** But of none that is hardly more likely to fail than any other. */
const leastLift = 1.5

/** The score from which on it warns, by the scores so far and the share that failed. */
export function markOf(probabilities: readonly number[], baseRate: number): number {
  const sorted = probabilities.toSorted((a, b) => a - b)
  const quantile = sorted[Math.ceil(sorted.length * (1 - warnedShare))] ?? 1
  return Math.min(1, Math.max(quantile, leastLift * baseRate))
}
