import { BigValue } from '@/components/insights/big-value'
import { ChangeWords } from '@/components/insights/change-words'
import { LevelWords } from '@/components/insights/level-words'
import { Link } from '@/components/ui/link'
import type { MetricSlug } from '@/lib/metrics/definition'
import { titleOf } from '@/lib/metrics/definitions'
import type { Period } from '@/lib/metrics/period'
import type { Instrument } from '@/lib/reports/instruments'
import { startWords } from '@/lib/reports/rows/in-words'
import { missingText, sampleText } from '@/lib/reports/wording'

type Props = {
  instruments: readonly Instrument[]
  previousPeriod: Period
  /** The address of the rows behind a number. */
  hrefOf: (slug: MetricSlug) => string
}

/** The five numbers of a week against those of the week before, small enough for paper. */
export function WeekFigures({ instruments, previousPeriod, hrefOf }: Props) {
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-3 xl:grid-cols-5 print:grid-cols-5 print:gap-x-4 max-md:[&>:first-child]:col-span-2 print:[&>:first-child]:col-span-1">
      {instruments.map(({ slug, figure }) => (
        <section
          aria-label={titleOf(slug)}
          className="row-span-3 grid grid-rows-subgrid gap-y-1 border-t border-strong-line pt-3"
          key={slug}
        >
          <h2 className="text-sm leading-5 font-medium">{titleOf(slug)}</h2>
          {figure ? (
            <>
              <BigValue figure={figure} />
              <div className="text-xs leading-5 text-muted">
                <LevelWords className="text-sm" figure={figure} />
                {figure.value === null ? (
                  <p>{missingText(slug, figure)}</p>
                ) : (
                  <p>
                    <Link
                      className="underline decoration-strong-line underline-offset-4 hover:text-ink hover:decoration-current print:no-underline"
                      href={hrefOf(slug)}
                      prefetch={false}
                    >
                      {sampleText(slug, figure.made.sampleSize)}
                      <span className="sr-only"> behind {titleOf(slug)}</span>
                    </Link>
                    {startWords(figure) && `, ${startWords(figure)}`}
                  </p>
                )}
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
