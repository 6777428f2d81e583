import type { Steps } from '@/lib/core/steps'
import { type Calibration, calibrate, calibrated } from './calibrate'
import { type Case, failedAsOf } from './case'
import { type Fit, fitLogistic, logOdds } from './fit'
import type { Seen } from './history'
import { markOf } from './mark'

/** What scores are made with: they warn from the mark on. */
export type Trained = { fit: Fit; calibration: Calibration; mark: number }

/** A score that was made with the past alone, and what became of the case. */
export type Tested = {
  index: number
  probability: number
  /** Share of all deployments that had failed by then. */
  baseRate: number
  failed: boolean
  warned: boolean
  by: Trained
}

/** Gaussian prior of each weight, one by its variance: most change the log odds by less than a fifth. */
const ridge = 30
/** So many times at most it is trained again on the way. */
const maxBlocks = 20
const fewestInBlock = 10
/** So many outcomes have to be known before anything is tested. */
export const fewestTrained = 50
export const fewestFailedTrained = 7

type Rows = readonly (readonly (number | null)[])[]
type Scored = { index: number; odds: number }

/**
 * Goes through the cases in the order in which they began: trained on the outcomes that were known at a moment, and
 * calibrated on the scores given before it, it scores what began next; then again, on more. Ends with what scores are
 * made with from `until` on.
 */
export function* backtest(
  cases: readonly Case[],
  seen: readonly Seen[],
  until: number,
): Steps<{ tested: Tested[]; trained: Trained }> {
  const rows = seen.map(({ measurement }) => measurement.map(({ x }) => x))
  const first = firstTested(seen)
  const size = Math.max(fewestInBlock, Math.ceil((cases.length - first) / maxBlocks))
  const tested: Tested[] = []
  const scored: Scored[] = []
  for (let from = first; from < cases.length; from += size) {
    const by = yield* train(cases, rows, scored, cases[from]?.startedAt ?? until)
    for (const [offset, one] of cases.slice(from, from + size).entries()) {
      const index = from + offset
      const odds = logOdds(by.fit, rows[index] ?? [])
      scored.push({ index, odds })
      const failed = failedAsOf(one, until)
      const before = seen[index]
      if (failed === null || !before) continue
      const probability = calibrated(odds, by.calibration)
      const baseRate = before.failed / before.ended
      tested.push({ index, probability, baseRate, failed, warned: probability >= by.mark, by })
    }
    yield
  }
  return { tested, trained: yield* train(cases, rows, scored, until) }
}

/** The first third is for learning alone, and as much more as it takes to begin. */
function firstTested(seen: readonly Seen[]): number {
  const third = Math.floor(seen.length / 3)
  const found = seen.findIndex(
    ({ ended, failed }, index) => index >= third && ended >= fewestTrained && failed >= fewestFailedTrained,
  )
  return found < 0 ? seen.length : found
}

/** Trains on what was known at an instant. */
function* train(cases: readonly Case[], rows: Rows, scored: readonly Scored[], at: number): Steps<Trained> {
  const known = cases.flatMap((one, index) => {
    const failed = failedAsOf(one, at)
    return failed === null ? [] : [{ row: rows[index] ?? [], failed }]
  })
  const outcomes = known.map(({ failed }) => failed)
  const fit = yield* fitLogistic(
    known.map(({ row }) => row),
    outcomes,
    ridge,
  )
  const told = scored.flatMap(({ index, odds }) => {
    const one = cases[index]
    const failed = one ? failedAsOf(one, at) : null
    return failed === null ? [] : [{ odds, failed }]
  })
  yield
  const calibration = calibrate(told)
  const probabilities = (
    told.length > 0 ? told.map(({ odds }) => odds) : known.map(({ row }) => logOdds(fit, row))
  ).map((odds) => calibrated(odds, calibration))
  const baseRate = outcomes.filter(Boolean).length / Math.max(1, outcomes.length)
  yield
  return { fit, calibration, mark: markOf(probabilities, baseRate) }
}
