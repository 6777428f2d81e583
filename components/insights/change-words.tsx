import { asClause } from '@/components/ui/missing'
import type { Figure } from '@/lib/metrics/figure'
import type { Period } from '@/lib/metrics/period'
import { changeText, daysText, valueText } from '@/lib/reports/wording'

type Props = { figure: Figure; previousPeriod: Period }

const colours = { better: 'text-success', worse: 'text-failure', same: '' }

/** What a figure gained or lost since the period before, with its sign and a word; why not, where it cannot be told. */
export function ChangeWords({ figure: { value, unit, previous, previousMissing, change }, previousPeriod }: Props) {
  if (previous === null || change === null) {
    return value !== null && previousMissing && <p>No comparison: {asClause(previousMissing)}.</p>
  }
  const days = daysText(previousPeriod.firstDay, previousPeriod.lastDay)
  return (
    <p className="tabular-nums" title={`${valueText(previous, unit)} from ${days}`}>
      {change.word === 'same' ? 'Same' : changeText(change, unit)}
      {change.word !== null && change.word !== 'same' && (
        <>
          , <span className={`font-medium ${colours[change.word]}`}>{change.word}</span>
        </>
      )}{' '}
      <span className="sr-only">
        {change.word === 'same' ? 'as' : 'than'} {valueText(previous, unit)} from {days}
      </span>
    </p>
  )
}
