import { formatCount, plural } from '@/lib/core/format'
import type { RiskAnswer } from './ask'
import type { Assessment } from './assess'
import { type Model, needed } from './build-model'
import { reasonTexts } from './reasons'

/** Why there is no score; null where there is one. `model` is null before the first look. */
export function whyNoScore(model: Pick<Model, 'verdict' | 'ended' | 'failed' | 'assessment'> | null): string | null {
  if (model === null) return 'Not looked at yet: a model is fitted within a minute of the first event.'
  if (model.verdict === 'useful') return null
  if (model.verdict === 'too little history') return `Too little history for a score: ${whatIsMissing(model)}.`
  const { count = 0, brier = 0, baseBrier = 0 } = model.assessment ?? {}
  return `No score: tested on ${plural(count, 'deployment')}, scores were no better than the share that fails anyway (Brier score ${brierText(brier)} against ${brierText(baseBrier)}), or not by more than luck.`
}

function whatIsMissing({ ended, failed, assessment }: Pick<Model, 'ended' | 'failed' | 'assessment'>): string {
  if (ended < needed.cases || failed < needed.failed) {
    return `${formatCount(ended)} production deployments of 365 days have ended, of at least ${needed.cases}; ${formatCount(failed)} of them failed, of at least ${needed.failed}`
  }
  if (ended - failed < needed.failed)
    return `hardly any deployment succeeded, ${formatCount(ended - failed)} of ${formatCount(ended)}`
  const { count = 0, failed: testedFailed = 0 } = assessment ?? {}
  return `scores could be tested on ${plural(count, 'deployment')}, of at least ${needed.tested}, ${formatCount(testedFailed)} of which failed, of at least ${needed.testedFailed}`
}

export function brierText(brier: number): string {
  return brier.toFixed(4)
}

/** "12%", "under 1%". */
export function riskText(score: number): string {
  if (score < 0.01) return 'under 1%'
  return score > 0.99 ? 'over 99%' : `${Math.round(score * 100)}%`
}

/** "12% likely to fail, below the mark of 18% from which on it warns. Raised by: Friday. Lowered by: 12 changed lines; …" */
export function answerText({ score, why, warns, reasons, model }: RiskAnswer): string {
  if (score === null || model === null) return why ?? ''
  const place = warns ? 'at or above' : 'below'
  const told = `${riskText(score)} likely to fail, ${place} the mark of ${riskText(model.mark)} from which on it warns.`
  const { raised, lowered } = reasonTexts(reasons)
  const parts = [
    raised.length > 0 && `Raised by: ${raised.join('. ')}.`,
    lowered.length > 0 && `Lowered by: ${lowered.join('. ')}.`,
  ]
  return [told, ...parts].filter(Boolean).join(' ')
}

/** "On 642 deployments, 51 of which failed: 24 of 74 that it warned of failed, and …". */
export function testText({ count, failed, warned, warnedFailed, brier, baseBrier }: Assessment): string {
  return `on ${plural(count, 'deployment')}, ${formatCount(failed)} of which failed: it warned of ${formatCount(warned)}, and of these ${formatCount(warnedFailed)} failed; Brier score ${brierText(brier)}, of the base rate ${brierText(baseBrier)}`
}

/** "32%" of some; a dash of none. */
export function shareText(part: number, whole: number): string {
  return whole === 0 ? '—' : `${Math.round((100 * part) / whole)}%`
}
