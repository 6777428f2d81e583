import type { Coverage } from '@/lib/insights/metrics/coverage'
import type { Source } from '@/lib/insights/metrics/define-metric'
import { levelEdges, levelsReport } from '@/lib/insights/metrics/levels'
import type { MetricValue, Reason } from '@/lib/insights/metrics/metric-value'
import { noiseWords } from '@/lib/insights/metrics/noise'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import type { MetricSettings } from '@/lib/insights/metrics/settings'
import { exactText, valueText } from '@/lib/insights/metrics/value-text'
import { coverageText, sampleText } from '@/lib/insights/reports/wording'

export type ProvenanceProps = {
  metric: AnyMetric
  result: MetricValue
  settings: MetricSettings
  /** How it comes about; null where that is not said. */
  calculation: string | null
  /** Null where it rests on none, or where the plan does not include it. */
  coverage: Coverage | null
}

/** What it says: words, rows and why, the levels with the one that is reached, or where it comes from. */
export type ProvenanceContent =
  | string
  | { reasons: readonly Reason[] }
  | { intro: string; levels: readonly string[]; reached: number; source: Source }
  | { source: Source }

export type ProvenanceLine = readonly [name: string, content: ProvenanceContent]

/** How a number was made: from what it was calculated, what was left out of it, and what it is measured by. */
export function provenanceLines({
  metric,
  result,
  settings,
  calculation,
  coverage,
}: ProvenanceProps): ProvenanceLine[] {
  const { value, unit, missing, provenance } = result
  const { formula, source } = metric.define(settings)
  const { sampleSize, excluded, adjusted } = provenance
  const lines: [name: string, content: ProvenanceContent | null | undefined | false][] = [
    ['Formula', formula],
    ['Setting', metric.setting?.(settings)],
    ['Calculation', calculation],
    ['Value', value === null ? missing : `${valueText(value, unit)} (${exactText(value, unit)})`],
    ['Also', metric.also?.(result)],
    ['Made of', sampleText(metric, sampleSize) + (isSmall(sampleSize) ? smallSample : '')],
    ['Left out', excluded.length > 0 ? { reasons: excluded } : 'Nothing'],
    ['Not yet counted', metric.notYetCounted],
    ['Note', adjusted.length > 0 && { reasons: adjusted }],
    ['Change', metric.better && result.change && noiseWords],
    ['Coverage', coverage && coverageText(coverage)],
    ['Levels', levelsContent(metric, result)],
    ['Source', source && { source }],
  ]
  return lines.flatMap(([name, content]): ProvenanceLine[] => (content ? [[name, content]] : []))
}

const isSmall = (sampleSize: number) => sampleSize > 0 && sampleSize < 5
const smallSample = '. A small sample: one more changes the number a lot.'

/** The values that each level takes, why a number has none, and what levels are for. */
function levelsContent({ name, levelsNote }: AnyMetric, { level: reached, noLevel }: MetricValue) {
  const edges = levelEdges(name)
  return (
    edges && {
      intro: [noLevel, levelsNote].flatMap((words) => (words ? `${words}. ` : [])).join(''),
      levels: edges.map(({ level, text }) => `${level}: ${text}`),
      reached: edges.findIndex(({ level }) => level === reached),
      source: levelsReport,
    }
  )
}
