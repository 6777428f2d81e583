import { probabilityOf } from './fit'

/** Log odds are stretched by `slope` and shifted by `shift`, so that what is said happens as often as it is said. */
export type Calibration = { slope: number; shift: number }

export const uncalibrated: Calibration = { slope: 1, shift: 0 }

/** Scores that were given before the outcome was known. */
export type Scored = { odds: number; failed: boolean }

const fewestScored = 30
const fewestFailed = 5
/** As sure as it is beforehand that nothing needs to be changed: one by the variance. */
const slopeRidge = 8
const shiftRidge = 1
const maxSlope = 2

/**
 * Platt scaling with a prior around no change, by Newton's method. Never turns the order of scores around: where they
 * say nothing, the slope is 0.
 */
export function calibrate(scored: readonly Scored[]): Calibration {
  if (scored.length < fewestScored || scored.filter(({ failed }) => failed).length < fewestFailed) return uncalibrated
  const center = scored.reduce((sum, { odds }) => sum + odds, 0) / scored.length
  let [slope, level] = [1, center]
  for (let iteration = 0; iteration < 25; iteration += 1) {
    const step = stepOf(scored, center, slope, level)
    slope = Math.max(0, Math.min(maxSlope, slope - step.slope))
    level = Math.max(-20, Math.min(20, level - step.level))
    if (Math.abs(step.slope) + Math.abs(step.level) < 1e-9) break
  }
  return { slope, shift: level - slope * center }
}

/** Of the slope, and of the level at the center, which hardly depend on each other. */
function stepOf(scored: readonly Scored[], center: number, slope: number, level: number) {
  let [bySlope, byLevel] = [slopeRidge * (slope - 1), shiftRidge * (level - center)]
  let [slopes, levels, both] = [slopeRidge, shiftRidge, 0]
  for (const { odds, failed } of scored) {
    const distance = odds - center
    const probability = probabilityOf(level + slope * distance)
    const miss = probability - (failed ? 1 : 0)
    const spread = probability * (1 - probability)
    bySlope += miss * distance
    byLevel += miss
    slopes += spread * distance * distance
    levels += spread
    both += spread * distance
  }
  const determinant = slopes * levels - both * both
  return {
    slope: (levels * bySlope - both * byLevel) / determinant,
    level: (slopes * byLevel - both * bySlope) / determinant,
  }
}

export function calibrated(odds: number, { slope, shift }: Calibration): number {
  return probabilityOf(slope * odds + shift)
}
