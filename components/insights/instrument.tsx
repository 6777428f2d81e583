import { Sparkline } from '@/components/charts/sparkline'
import { Link } from '@/components/ui/link'
import type { MetricSlug } from '@/lib/metrics/definition'
import { titleOf } from '@/lib/metrics/definitions'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
import type { Spark } from '@/lib/reports/instruments'
import type { MetricsReport } from '@/lib/reports/report'
import { besideWords, startWords } from '@/lib/reports/rows/in-words'
import { missingText, reachWords, sampleText } from '@/lib/reports/wording'
import { BigValue } from './big-value'
import { ChangeWords } from './change-words'
import { LevelWords } from './level-words'
import { MadeNote } from './made-note'

type Props = {
  slug: MetricSlug
  figure: Figure | LeadTime
  spark: Spark
  /** The page with the rows behind it. */
  href: string
  report: MetricsReport
  coverage: MetricsReport['coverage']
}

/** A number with its level, its sample, its change, its course, and the way to how it was made. */
export function Instrument({ slug, figure, spark, href, report, coverage }: Props) {
  const title = titleOf(slug)
  const start = startWords(figure)
  const beside = besideWords(figure)
  return (
    <section
      aria-labelledby={`instrument-${slug}`}
      className="row-span-4 grid grid-rows-subgrid gap-y-1 border-t border-strong-line pt-3"
    >
      <div className="flex items-start justify-between gap-2">
        <h2 className="text-sm leading-5 font-medium" id={`instrument-${slug}`}>
          {title}
        </h2>
        <MadeNote coverage={coverage} figure={figure} href={href} id={`made-${slug}`} report={report} slug={slug} />
      </div>
      <BigValue figure={figure} />
      <div className="text-xs leading-5 text-muted">
        {figure.value === null ? (
          <p>{missingText(slug, figure)}</p>
        ) : (
          <>
            <LevelWords className="text-sm" figure={figure} />
            <p>
              <Link
                className="underline decoration-strong-line underline-offset-4 hover:text-ink hover:decoration-current"
                href={href}
                prefetch={false}
              >
                {sampleText(slug, figure.made.sampleSize)}
                <span className="sr-only"> behind {title}</span>
              </Link>
              {start && `, ${start}`}, {reachWords(report)}
            </p>
            <ChangeWords figure={figure} previousPeriod={report.previousPeriod} />
          </>
        )}
        {beside && <p className="tabular-nums">{beside}</p>}
      </div>
      <div className="self-end pt-2">
        {figure.value !== null && spark.points.length > 1 && <Sparkline {...spark} />}
      </div>
    </section>
  )
}
