import { BigValue } from '@/components/insights/big-value'
import { ChangeWords } from '@/components/insights/change-words'
import { LevelWords } from '@/components/insights/level-words'
import { Link } from '@/components/ui/link'
import { metricQuery } from '@/lib/insights/reports/filters'
import { goalWords } from '@/lib/insights/reports/goal-words'
import { keyMetricsOf } from '@/lib/insights/reports/metric-cards'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { missingText, sampleText } from '@/lib/insights/reports/wording'

/** `organization` is its slug. */
type Props = { report: MetricsReport; organization: string }

/** The five numbers of a period against those of the period before, small enough for paper. */
export function PeriodMetrics({ report, organization }: Props) {
  const cards = keyMetricsOf(report).map((card) => ({
    ...card,
    goal: card.result && goalWords(report, card.metric, card.result),
  }))
  return (
    <div className="grid grid-cols-2 gap-x-6 gap-y-6 md:grid-cols-3 xl:grid-cols-5 print:grid-cols-5 print:gap-x-4 max-md:[&>:first-child]:col-span-2 print:[&>:first-child]:col-span-1">
      {cards.map(({ metric, result, goal }) => (
        <section
          aria-label={metric.title}
          className="row-span-3 grid grid-rows-subgrid gap-y-1 border-t border-strong-line pt-3"
          key={metric.slug}
        >
          <h2 className="text-sm leading-5 font-medium">{metric.title}</h2>
          {result ? (
            <>
              <BigValue result={result} />
              <div className="text-xs leading-5 text-muted">
                <LevelWords className="text-sm" leveled={result} />
                {result.value === null ? (
                  <p>{missingText(metric, result)}</p>
                ) : (
                  <p>
                    <Link
                      className="underline decoration-strong-line underline-offset-4 hover:text-ink hover:decoration-current print:no-underline"
                      href={`/${organization}/insights/${metric.slug}${metricQuery(report.filters)}`}
                      prefetch={false}
                    >
                      {sampleText(metric, result.provenance.sampleSize)}
                      <span className="sr-only"> behind {metric.title}</span>
                    </Link>
                    {metric.variant && `, ${metric.variant(result)}`}
                  </p>
                )}
                <ChangeWords previousPeriod={report.previousPeriod} result={result} />
                {goal && <p className="tabular-nums">{goal.words}</p>}
              </div>
            </>
          ) : (
            <div className="row-span-2 flex flex-col gap-2 text-xs leading-5 text-muted">
              <p>{metric.define(report.settings).definition}</p>
              <p>Part of Business</p>
            </div>
          )}
        </section>
      ))}
    </div>
  )
}
