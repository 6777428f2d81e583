import { BigValue } from '@/components/insights/big-value'
import { ChangeWords } from '@/components/insights/change-words'
import { definitionOf } from '@/lib/metrics/definitions'
import type { Period } from '@/lib/metrics/period'
import type { Instrument } from '@/lib/reports/instruments'
import { missingText, sampleText } from '@/lib/reports/wording'

type Props = { instruments: readonly Instrument[]; previousPeriod: Period }

/** The five numbers of a week against those of the week before, small enough for paper. */
export function WeekFigures({ instruments, previousPeriod }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-3 xl:grid-cols-5 print:grid-cols-5 print:gap-x-4 max-md:[&>:first-child]:col-span-2 print:[&>:first-child]:col-span-1">
      {instruments.map(({ slug, figure }) => (
        <section
          aria-label={definitionOf(slug).title}
          className="row-span-3 grid grid-rows-subgrid gap-y-1 border-t border-strong-line pt-3"
          key={slug}
        >
          <h2 className="text-sm leading-5 font-medium">{definitionOf(slug).title}</h2>
          {figure ? (
            <>
              <BigValue figure={figure} />
              <div className="text-xs leading-5 text-muted">
                {figure.level && <p className="text-sm font-medium text-ink first-letter:uppercase">{figure.level}</p>}
                <p>{figure.value === null ? missingText(slug, figure) : sampleText(slug, figure.made.sampleSize)}</p>
                <ChangeWords figure={figure} previousPeriod={previousPeriod} />
              </div>
            </>
          ) : (
            <p className="row-span-2 text-sm text-muted">Part of Business</p>
          )}
        </section>
      ))}
    </div>
  )
}
