import type { Steps } from '@/lib/core/steps'
import { valueAt } from './column'
import type { Ranking } from './ranking'

type Both<Each> = { current: Each; previous: Each }

/**
 * Gives each row of two periods a score, in the unit of their values, so that the mean score of one less that of the other
 * is the change of the median: what holds for means then holds for it. NaN for rows without a value; `lengths` counts those
 * too.
 *
 * As the rows of the period before give way to those of the period, all at the same pace, the median walks from one to the
 * other, and each step of the walk is due to what changed the share of rows at or below it (Aumann and Shapley’s way to
 * share a change). A row scores the steps that it lies at or below.
 */
export function* medianScores(rankings: Both<Ranking>, lengths: Both<number>): Steps<Both<Float64Array>> {
  const lower = walk(rankings, (count) => Math.floor((count - 1) / 2))
  yield
  const upper = walk(rankings, (count) => Math.floor(count / 2))
  yield
  const scoresOf = ({ values, samples }: Ranking, length: number) => {
    const scores = new Float64Array(length).fill(Number.NaN)
    const [atLower, atUpper] = [scoreIn(lower), scoreIn(upper)]
    for (let place = 0; place < values.length; place += 1) {
      const value = valueAt(values, place)
      scores[samples[place] ?? -1] = (atLower(value) + atUpper(value)) / 2
    }
    return scores
  }
  const current = scoresOf(rankings.current, lengths.current)
  yield
  return { current, previous: scoresOf(rankings.previous, lengths.previous) }
}

/** Where the steps of a walk begin, in ascending order, and the score of a row there; beyond the last it is 0. */
type Walk = { from: number[]; scores: number[] }

/** From the value at a place of the period before to that of the period. */
function walk(
  { current: { values: after }, previous: { values: before } }: Both<Ranking>,
  place: (of: number) => number,
): Walk {
  const [start, end] = [valueAt(before, place(before.length)), valueAt(after, place(after.length))]
  const [low, high] = [Math.min(start, end), Math.max(start, end)]
  const from: number[] = []
  const scores: number[] = []
  let [isAfter, isBefore] = [0, 0]
  for (let value = low; value < high; ) {
    while (valueAt(after, isAfter) <= value) isAfter += 1
    while (valueAt(before, isBefore) <= value) isBefore += 1
    const next = Math.min(after[isAfter] ?? high, before[isBefore] ?? high, high)
    const gain = (isAfter * before.length - isBefore * after.length) / (after.length * before.length)
    from.push(value)
    scores.push(((next - value) / gain) * Math.sign(end - start))
    value = next
  }
  for (let step = scores.length - 2; step >= 0; step -= 1) scores[step] = (scores[step] ?? 0) + (scores[step + 1] ?? 0)
  return { from, scores }
}

/** Finds the score of one value after the other, in ascending order. */
function scoreIn({ from, scores }: Walk): (value: number) => number {
  let step = 0
  return (value) => {
    while (step < from.length && (from[step] ?? 0) < value) step += 1
    return scores[step] ?? 0
  }
}
