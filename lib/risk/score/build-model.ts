import type { Steps } from '@/lib/core/steps'
import { type Assessment, assess } from './assess'
import { backtest, type Tested, type Trained } from './backtest'
import { type Case, usableCases } from './case'
import type { FileRecord, Measurement, Sizes } from './features'
import { measureAll } from './history'

/** What is needed before there can be a score. */
export const needed = { cases: 100, failed: 15, tested: 40, testedFailed: 8 }

/** Whether scores are worth showing. */
export type Verdict = 'useful' | 'no better than the base rate' | 'too little history'

/** What scores are made with, and how those that were made before it compared with what happened. */
export type Model = Trained & {
  verdict: Verdict
  /** Deployments whose end is known, and how many of them failed. */
  ended: number
  failed: number
  /** Null where nothing could be tested. */
  assessment: Assessment | null
  /** The share that failed, drawn a little to one in ten. */
  baseRate: number
  /** What is usual for each service, and for one that is not known; the files that failed most often. */
  usual: [service: string, sizes: Sizes][]
  usualOfAll: Sizes
  files: [file: number, record: FileRecord][]
}

/** A case that was scored before it was learned from. */
export type ScoredCase = { one: Case; measurement: Measurement; tested: Tested }

const maxFiles = 5_000
const maxServices = 2_000

/** Fits, tests and judges a model of all that is known at `until`. Never throws, whatever the cases are like. */
export function* buildModel(
  given: readonly Case[],
  timeZone: string,
  until: number,
): Steps<{ model: Model; scored: ScoredCase[] }> {
  const cases = usableCases(given).filter(({ startedAt }) => startedAt < until)
  const { seen, history } = yield* measureAll(cases, timeZone, until)
  const { tested, trained } = yield* backtest(cases, seen, until)
  const { ended, failed } = history.counts
  const assessment = tested.length > 0 ? assess(tested) : null
  const model: Model = {
    ...trained,
    verdict: judge({ ended, failed, assessment }),
    ended,
    failed,
    assessment,
    usual: history.services.slice(-maxServices).map((service) => [service, history.usualOf(service)]),
    usualOfAll: history.usualOf(null),
    baseRate: history.baseRate,
    files: history.suspects(maxFiles),
  }
  const scored = tested.flatMap((one) => {
    const [its, before] = [cases[one.index], seen[one.index]]
    return its && before ? [{ one: its, measurement: before.measurement, tested: one }] : []
  })
  return { model, scored }
}

/** Scores are worth showing where they beat the base rate by more than luck: a chance of 5% at most. */
function judge({ ended, failed, assessment }: Pick<Model, 'ended' | 'failed' | 'assessment'>): Verdict {
  const succeeded = ended - failed
  if (ended < needed.cases || failed < needed.failed || succeeded < needed.failed) return 'too little history'
  if (!assessment || assessment.count < needed.tested || assessment.failed < needed.testedFailed) {
    return 'too little history'
  }
  return assessment.gain.low > 0 ? 'useful' : 'no better than the base rate'
}
