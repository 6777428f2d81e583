import { Link } from '@/components/ui/link'
import { asClause } from '@/components/ui/missing'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
import type { Period } from '@/lib/metrics/period'
import { startWords } from '@/lib/reports/rows/in-words'
import { changeText, daysText, valueText } from '@/lib/reports/wording'
import { BigValue } from './big-value'

type Props = {
  title: string
  figure: Figure | LeadTime
  previousPeriod: Period
  /** The same page for the period before. */
  previousHref: string
}

/** A number, its level, and the number of the period before with the way to its rows. */
export function RowsNumber({ title, figure, previousPeriod, previousHref }: Props) {
  const { value, level, noLevel, missing, unit, previous, previousMissing, change } = figure
  const start = startWords(figure)
  const days = daysText(previousPeriod.firstDay, previousPeriod.lastDay)
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <div className="flex flex-wrap items-baseline gap-x-4">
        <BigValue figure={figure} />
        {level && <p className="font-medium first-letter:uppercase">{level}</p>}
        {start && <p className="text-sm text-muted first-letter:uppercase">{start}</p>}
      </div>
      {value === null && <p className="text-sm">{missing}</p>}
      {noLevel && <p className="text-sm text-muted">{noLevel}.</p>}
      <p className="text-sm text-muted tabular-nums">
        {previous === null ? (
          value !== null && previousMissing && `No comparison: ${asClause(previousMissing)}.`
        ) : (
          <>
            {valueText(previous, unit)} from{' '}
            <Link className="underline underline-offset-4 hover:text-ink" href={previousHref} prefetch={false}>
              {days}
            </Link>
            {change && `; since then ${changeText(change, unit)}${change.word ? `, ${change.word}` : ''}`}
          </>
        )}
      </p>
    </section>
  )
}
