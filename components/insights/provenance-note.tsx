import { Info, X } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/core/format'
import type { Source } from '@/lib/insights/metrics/define-metric'
import { levelEdges } from '@/lib/insights/metrics/levels'
import type { MetricValue, Reason } from '@/lib/insights/metrics/metric-value'
import type { AnyMetric } from '@/lib/insights/metrics/registry'
import { exactText, valueText } from '@/lib/insights/metrics/value-text'
import { metricQuery } from '@/lib/insights/reports/filters'
import type { MetricsReport } from '@/lib/insights/reports/report'
import { coverageText, sampleText } from '@/lib/insights/reports/wording'

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
  const { settings, levelsReport } = report
  const { title, notYetCounted } = metric
  const { definition, formula, source } = metric.define(settings)
  const { value, unit, missing, provenance } = result
  const setting = metric.setting?.(settings)
  const calculation = metric.calculation(result, settings, null)
  const also = metric.also?.(result)
  const coverage = metric.restsOnCoverage ? report.coverage : null
  const levels = levelEdges(metric.name)
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
        <p className="pt-2 text-sm leading-relaxed">{definition}</p>
        <dl className="mt-4 grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2 text-xs leading-5 [&>dt]:text-muted">
          <dt>Formula</dt>
          <dd>{formula}</dd>
          {setting && (
            <>
              <dt>Setting</dt>
              <dd>{setting}</dd>
            </>
          )}
          {calculation && (
            <>
              <dt>Calculation</dt>
              <dd className="tabular-nums">{calculation}</dd>
            </>
          )}
          <dt>Value</dt>
          <dd className="tabular-nums">
            {value === null ? missing : `${valueText(value, unit)} (${exactText(value, unit)})`}
          </dd>
          {also && (
            <>
              <dt>Also</dt>
              <dd className="tabular-nums">{also}</dd>
            </>
          )}
          <dt>Made of</dt>
          <dd className="tabular-nums">{sampleText(metric, provenance.sampleSize)}</dd>
          <dt>Left out</dt>
          <dd className="tabular-nums">
            <Reasons none="Nothing" reasons={provenance.excluded} />
          </dd>
          {notYetCounted && (
            <>
              <dt>Not yet counted</dt>
              <dd>{notYetCounted}</dd>
            </>
          )}
          {provenance.adjusted.length > 0 && (
            <>
              <dt>Note</dt>
              <dd className="tabular-nums">
                <Reasons none="Nothing" reasons={provenance.adjusted} />
              </dd>
            </>
          )}
          {coverage && (
            <>
              <dt>Coverage</dt>
              <dd className="tabular-nums">{coverageText(coverage)}</dd>
            </>
          )}
          {levels && (
            <>
              <dt>Levels</dt>
              <dd>
                <LevelsIntro metric={metric} result={result} />
                {levels.map(({ level, text }) => `${level}: ${text}`).join('; ')} (<SourceLine source={levelsReport} />)
              </dd>
            </>
          )}
          {source && (
            <>
              <dt>Source</dt>
              <dd>
                <SourceLine source={source} />
              </dd>
            </>
          )}
        </dl>
        <Link
          className="mt-4 block text-sm underline underline-offset-4 hover:text-muted"
          href={`/${organization}/insights/${metric.slug}${metricQuery(report.filters)}`}
          prefetch={false}
        >
          The rows behind it, and CSV
        </Link>
      </div>
    </>
  )
}

/** Why a number has no level, and what its levels are for. */
export function LevelsIntro({ metric: { levelsNote }, result: { noLevel } }: Pick<Props, 'metric' | 'result'>) {
  return [noLevel, levelsNote]
    .filter(Boolean)
    .map((words) => `${words}. `)
    .join('')
}

export function SourceLine({ source: { before, title, url } }: { source: Source }) {
  return (
    <>
      {before && `${before} `}
      <a className="underline underline-offset-4 hover:text-muted" href={url} rel="noreferrer">
        {title}
      </a>
    </>
  )
}

export function Reasons({ reasons, none }: { reasons: readonly Reason[]; none: string }) {
  if (reasons.length === 0) return none
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
