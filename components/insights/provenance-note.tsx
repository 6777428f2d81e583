import { Info, X } from 'lucide-react'
import { Link } from '@/components/ui/link'
import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { provenanceLines } from './provenance-lines'

type Props = {
  /** Of the note, on its page. */
  id: string
  metric: AnyMetric
  result: MetricValue
  report: MetricsReport
  /** Its slug. */
  organization: string
}

/** A button that opens how a number was made, on the spot. Opens without JavaScript. */
export function ProvenanceNote({ id, metric, result, report, organization }: Props) {
  const { settings, filters } = report
  const { title, slug } = metric
  const calculation = metric.calculation(result, settings, null)
  const coverage = metric.restsOnCoverage ? report.coverage : null
  return (
    <>
      <button
        className="-m-1 shrink-0 rounded-sm p-1 text-muted hover:bg-raised hover:text-ink"
        popoverTarget={id}
        type="button"
      >
        <Info aria-hidden="true" className="size-4" />
        <span className="sr-only">How {title} was made</span>
      </button>
      <div
        aria-label={`How ${title} was made`}
        className="m-auto w-[min(26rem,calc(100vw-2rem))] rounded-sm border border-line bg-paper p-5 text-ink shadow-float"
        id={id}
        popover="auto"
        role="dialog"
      >
        <div className="flex items-start justify-between gap-4">
          <p className="font-semibold">{title}</p>
          <button
            aria-label="Close"
            className="-m-1 rounded-sm p-1 text-muted hover:bg-raised hover:text-ink"
            popoverTarget={id}
            popoverTargetAction="hide"
            type="button"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        </div>
        <p className="pt-2 text-sm leading-relaxed">{metric.define(settings).definition}</p>
        <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-xs leading-5 tabular-nums [&_dt]:text-muted">
          {provenanceLines({ metric, result, settings, calculation, coverage }).map(({ name, content }) => (
            <div className="contents" key={name}>
              <dt>{name}</dt>
              <dd>{content}</dd>
            </div>
          ))}
        </dl>
        <Link
          className="mt-4 block text-sm underline underline-offset-4 hover:text-muted"
          href={`/${organization}/insights/${slug}${metricQuery(filters)}`}
          prefetch={false}
        >
          The rows behind it, and CSV
        </Link>
      </div>
    </>
  )
}
