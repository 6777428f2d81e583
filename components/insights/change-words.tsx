import { asClause } from '@/components/ui/missing'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import { changeText, valueText } from '@/lib/insights/metrics/value-text'
import { daysText } from '@/lib/insights/reports/wording'
import type { Period } from '@/lib/time/period'

type Props = { result: MetricValue; previousPeriod: Period }

const looks = { better: 'font-medium text-success', worse: 'font-medium text-failure', 'within noise': '' }

/** What a number was in the period before and what it gained or lost, with a word; why not, where that is not known. */
export function ChangeWords({ result, previousPeriod }: Props) {
  const { value, unit, previous, previousMissing, change } = result
  if (value === null || previous === null || change === null) {
    return value !== null && previousMissing && <p>No comparison: {asClause(previousMissing)}.</p>
  }
  const days = daysText(previousPeriod.firstDay, previousPeriod.lastDay)
  return (
    <p className="tabular-nums" title={`${valueText(previous, unit)} from ${days}`}>
      {change.word === 'same' ? 'Same' : changeText(previous, value, unit)}
      {change.word !== null && change.word !== 'same' && (
        <>
          , <span className={looks[change.word]}>{change.word}</span>
        </>
      )}
      ; {valueText(previous, unit)} <span aria-hidden="true">before</span>
      <span className="sr-only">from {days}</span>
    </p>
  )
}
