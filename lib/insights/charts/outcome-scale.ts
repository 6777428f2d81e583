import { roundTicks } from './round-ticks'

/** How many succeeded and failed, bucket by bucket. */
export type OutcomeCounts = { success: readonly number[]; failed: readonly number[] }

/** Successes above an axis and failures below it, on one scale. Shares count from the top, 0, to the bottom, 1. */
export type OutcomeScale = {
  axis: number
  length: (count: number) => number
  ticks: { count: number; at: number }[]
}

/** So that one deployment is seen next to hundreds. */
const minLength = 0.025
const minTickDistance = 0.1

/** The scale on which all of these fit. */
export function outcomeScale({ success, failed }: OutcomeCounts): OutcomeScale {
  const up = Math.max(1, ...success)
  const down = Math.max(0, ...failed)
  const all = up + down
  const ticks = roundTicks(up, 1).map((count) => ({ count, at: (up - count) / all }))
  if (down / all >= minTickDistance) ticks.push({ count: down, at: 1 })
  return { axis: up / all, length: (count) => (count === 0 ? 0 : Math.max(count / all, minLength)), ticks }
}
