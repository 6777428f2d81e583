import { Link } from '@/components/ui/link'
import { asClause } from '@/components/ui/missing'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { changeText, valueText } from '@/lib/insights/metrics/value-text'
import type { goalWords } from '@/lib/insights/reports/goal-words'
import { daysText } from '@/lib/insights/reports/wording'
import type { Period } from '@/lib/time/period'
import { BigValue } from './big-value'

type Props = {
  metric: AnyMetric
  result: MetricValue
  /** How it stands to its goal. */
  goal: ReturnType<typeof goalWords>
  previousPeriod: Period
  /** The same page for the period before. */
  previousHref: string
}

/** A number, its level, and the number of the period before with the way to its rows. */
export function RowsNumber({ metric, result, goal, previousPeriod, previousHref }: Props) {
  const { value, level, noLevel, missing, unit, previous, previousMissing, change } = result
  const variant = metric.variant?.(result)
  const days = daysText(previousPeriod.firstDay, previousPeriod.lastDay)
  return (
    <section aria-label={metric.title} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <BigValue result={result} />
        {level && <p className="font-medium first-letter:uppercase">{level}</p>}
        {variant && <p className="text-sm text-muted first-letter:uppercase">{variant}</p>}
      </div>
      {value === null && <p className="text-sm">{missing}</p>}
      {noLevel && <p className="text-sm text-muted">{noLevel}.</p>}
      {goal && (
        <p className="text-sm text-muted tabular-nums">
          {goal.words}; {goal.held}.
        </p>
      )}
      <p className="text-sm text-muted tabular-nums">
        {previous === null ? (
          value !== null && previousMissing && `No comparison: ${asClause(previousMissing)}.`
        ) : (
          <>
            {valueText(previous, unit)} from{' '}
            <Link className="underline underline-offset-4 hover:text-ink" href={previousHref} prefetch={false}>
              {days}
            </Link>
            {change &&
              value !== null &&
              `; since then ${changeText(previous, value, unit)}${change.word ? `, ${change.word}` : ''}`}
          </>
        )}
      </p>
    </section>
  )
}
