import type { ReactNode } from 'react'
import { formatCount } from '@/lib/core/format'
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

export type ProvenanceLine = { name: string; content: ReactNode }

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
  const lines: ProvenanceLine[] = [
    { name: 'Formula', content: formula },
    { name: 'Setting', content: metric.setting?.(settings) },
    { name: 'Calculation', content: calculation },
    { name: 'Value', content: value === null ? missing : `${valueText(value, unit)} (${exactText(value, unit)})` },
    { name: 'Also', content: metric.also?.(result) },
    { name: 'Made of', content: sampleText(metric, sampleSize) + (isSmall(sampleSize) ? smallSample : '') },
    { name: 'Left out', content: excluded.length > 0 ? <Reasons reasons={excluded} /> : 'Nothing' },
    { name: 'Not yet counted', content: metric.notYetCounted },
    { name: 'Note', content: adjusted.length > 0 && <Reasons reasons={adjusted} /> },
    { name: 'Change', content: metric.better && result.change && noiseWords },
    { name: 'Coverage', content: coverage && coverageText(coverage) },
    { name: 'Levels', content: levelEdges(metric.name) && <Levels metric={metric} result={result} /> },
    { name: 'Source', content: source && <SourceLine source={source} /> },
  ]
  return lines.filter(({ content }) => content)
}

const isSmall = (sampleSize: number) => sampleSize > 0 && sampleSize < 5
const smallSample = '. A small sample: one more changes the number a lot.'

function Reasons({ reasons }: { reasons: readonly Reason[] }) {
  return (
    <ul>
      {reasons.map(({ count, why }) => (
        <li key={why}>
          {formatCount(count)} {why}
        </li>
      ))}
    </ul>
  )
}

/** The values that each level takes, why a number has none, and what levels are for. */
function Levels({
  metric: { name, levelsNote },
  result: { level: reached, noLevel },
}: Pick<ProvenanceProps, 'metric' | 'result'>) {
  const intro = [noLevel, levelsNote].filter(Boolean).map((words) => `${words}. `)
  return (
    <>
      {intro.join('')}
      {levelEdges(name)?.map(({ level, text }) => (
        <span
          className={`block first-letter:uppercase ${level === reached ? 'font-medium' : 'text-muted'}`}
          key={level}
        >
          {level}: {text}
          {level === reached && <span className="font-normal">, where this number is</span>}
        </span>
      ))}
      From the <SourceLine source={levelsReport} />
    </>
  )
}

function SourceLine({ source: { before, title, url } }: { source: Source }) {
  return (
    <>
      {before && `${before} `}
      <a className="underline underline-offset-4 hover:text-muted" href={url} rel="noreferrer">
        {title}
      </a>
    </>
  )
}
