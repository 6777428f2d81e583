import type { MetricValue } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { Note, NoteButton, type NoteProps } from './note'
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
export function ProvenanceNote(props: Props) {
  const note = noteOf(props)
  return (
    <>
      <NoteButton note={note.id} title={note.title} />
      <Note {...note} />
    </>
  )
}

/** What such a note says. */
export function noteOf({ id, metric, result, report, organization }: Props): NoteProps {
  const { settings, filters } = report
  const { title, slug } = metric
  const calculation = metric.calculation(result, settings, null)
  const coverage = metric.restsOnCoverage ? report.coverage : null
  return {
    id,
    title,
    definition: metric.define(settings).definition,
    lines: provenanceLines({ metric, result, settings, calculation, coverage }),
    rows: `/${organization}/insights/${slug}${metricQuery(filters)}`,
  }
}

/** The id of the note of a metric that has a card on the page. */
export function cardNote(slug: string): string {
  return `made-${slug}`
}
