import { day, type EpochSeconds, hour, weekdayOf } from './calendar'

/** What a deployment of the demo is like when it begins. */
type Begun = {
  at: EpochSeconds
  /** Changed lines that it brings, and how many are usual; 0 for a deployment of what is live. */
  lines: number
  usualLines: number
  /** Whether it repairs what the one before broke. */
  repairs: boolean
}

/** What the factors come to on average, so that a service fails as often as it is meant to. */
const usualFactor = 2
const utcOffset = hour

/**
 * How much more often than its service a deployment fails: the truth that a model of the demo can find. Large changes
 * fail more often than small ones, and so does what is deployed late, on Friday afternoon, and to repair.
 */
export function riskFactor({ at, lines, usualLines, repairs }: Begun): number {
  const size = Math.log((lines + 10) / (usualLines + 10))
  const local = at + utcOffset
  const hours = (local % day) / hour
  const isLate = hours >= 17
  const isFridayAfternoon = weekdayOf(local) === 5 && hours >= 13
  const factor = Math.exp(1.15 * Math.max(-2, Math.min(2, size))) * (isLate ? 1.8 : 1) * (isFridayAfternoon ? 2.4 : 1)
  return (factor * (repairs ? 1.3 : 1)) / usualFactor
}
