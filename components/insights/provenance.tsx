import type { ReactNode } from 'react'
import { LevelsIntro, Reasons, SourceLine } from '@/components/insights/provenance-note'
import { Link } from '@/components/ui/link'
import type { Distribution } from '@/lib/insights/metrics/distribution'
import { levelEdges, levelsReport } from '@/lib/insights/metrics/levels'
import type { Unit } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import type { MetricSettings } from '@/lib/insights/metrics/settings'
import { exactText, valueText } from '@/lib/insights/metrics/value-text'
import type { RowsPage } from '@/lib/insights/reports/rows/read-rows'
import { coverageText, sampleText } from '@/lib/insights/reports/wording'

type Props = {
  metric: AnyMetric
  settings: MetricSettings
  page: Pick<RowsPage, 'result' | 'calculation' | 'coverage'>
  /** Its slug. */
  organization: string
}

/** How a number was made: what it means, from what it was calculated, and what was left out of it. */
export function Provenance({ metric, settings, page: { result, calculation, coverage }, organization }: Props) {
  const { definition, formula, source } = metric.define(settings)
  const { missing, distribution, provenance, unit } = result
  const { sampleSize, excluded, adjusted } = provenance
  const setting = metric.setting?.(settings)
  const also = metric.also?.(result)
  return (
    <dl className="flex max-w-4xl flex-col text-sm leading-relaxed">
      <Line name="Definition">{definition}</Line>
      <Line name="Formula">{formula}</Line>
      {setting && <Line name="Setting">{setting}</Line>}
      <Line name="Calculation">
        {calculation ? <span className="font-medium tabular-nums">{calculation}</span> : missing}
      </Line>
      {also && (
        <Line name="Also">
          <span className="tabular-nums">{also}</span>
        </Line>
      )}
      {distribution && (
        <Line name="Spread">
          <Spread distribution={distribution} unit={unit} />
        </Line>
      )}
      <Line name="Made of">
        {sampleText(metric, sampleSize)}
        {sampleSize > 0 && sampleSize < few && '. A small sample: one more changes the number a lot.'}
      </Line>
      <Line name="Left out">
        <Reasons none="Nothing" reasons={excluded} />
      </Line>
      {metric.notYetCounted && (
        <Line name="Not yet counted">
          {metric.notYetCounted}{' '}
          <Link
            className="underline underline-offset-4 hover:text-muted"
            href={`/${organization}/pull-requests/undeployed`}
            prefetch={false}
          >
            Everything that is merged and not deployed
          </Link>
        </Line>
      )}
      {adjusted.length > 0 && (
        <Line name="Note">
          <Reasons none="Nothing" reasons={adjusted} />
        </Line>
      )}
      {coverage && metric.slug !== 'coverage' && <Line name="Coverage">{coverageText(coverage)}</Line>}
      <Levels metric={metric} result={result} />
      {source && (
        <Line name="Source">
          <SourceLine source={source} />
        </Line>
      )}
    </dl>
  )
}

const few = 5

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 border-t border-line py-2.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 break-words">{children}</dd>
    </div>
  )
}

const points = ['min', 'p50', 'p75', 'p95', 'max', 'mean'] as const
const timeTitles = ['Shortest', 'Half within', '75% within', '95% within', 'Longest', 'Mean']
const sizeTitles = ['Smallest', 'Half up to', '75% up to', '95% up to', 'Largest', 'Mean']

function Spread({ distribution, unit }: { distribution: Distribution; unit: Unit }) {
  const titles = unit === 'seconds' ? timeTitles : sizeTitles
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-6">
      {points.map((name, index) => (
        <div key={name}>
          <dt className="text-xs text-muted">{titles[index]}</dt>
          <dd className="tabular-nums" title={exactText(distribution[name], unit)}>
            {valueText(distribution[name], unit)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Levels({ metric, result }: Pick<Props, 'metric'> & Pick<Props['page'], 'result'>) {
  const levels = levelEdges(metric.name)
  if (!levels) return null
  return (
    <Line name="Levels">
      <LevelsIntro metric={metric} result={result} />
      <ul>
        {levels.map(({ level, text }) => (
          <li className={level === result.level ? 'font-medium' : 'text-muted'} key={level}>
            <span className="inline-block first-letter:uppercase">{level}</span>: {text}
            {level === result.level && <span className="font-normal">, where this number is</span>}
          </li>
        ))}
      </ul>
      From the <SourceLine source={levelsReport} />
    </Line>
  )
}
