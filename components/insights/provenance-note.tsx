import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { Note, NoteButton } from './note'
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

/** A button that opens how a number was made, on the spot. */
export function ProvenanceNote({ id, metric, result, report, organization }: Props) {
  const { settings, filters } = report
  const { title, slug } = metric
  const calculation = metric.calculation(result, settings, null)
  const coverage = metric.restsOnCoverage ? report.coverage : null
  return (
    <>
      <NoteButton note={id} title={title} />
      <Note
        definition={metric.define(settings).definition}
        id={id}
        lines={provenanceLines({ metric, result, settings, calculation, coverage })}
        rows={`/${organization}/insights/${slug}${metricQuery(filters)}`}
        title={title}
      />
    </>
  )
}

/** The id of the note of a metric that has a card on the page. */
export function cardNote(slug: string): string {
  return `made-${slug}`
}
