import { type Annotation, annotationSubject, type ChartMark } from '@/lib/insights/charts/annotation'
import type { Bucket } from '@/lib/time/period'
import { daysText } from './wording'

/** The annotations that lie on the buckets of a chart: "Freeze: Black Friday (api), 27 to 30 Nov 2026". */
export function chartMarks(
  annotations: readonly Annotation[],
  buckets: readonly Pick<Bucket, 'firstDay' | 'lastDay'>[],
): ChartMark[] {
  return annotations.flatMap((annotation) => {
    const first = buckets.findIndex(({ lastDay }) => lastDay >= annotation.firstDay)
    const last = buckets.findLastIndex(({ firstDay }) => firstDay <= annotation.lastDay)
    if (first === -1 || last < first) return []
    const words = `${annotationSubject(annotation)}, ${daysText(annotation.firstDay, annotation.lastDay)}`
    return [{ id: annotation.id, words, first, last }]
  })
}
