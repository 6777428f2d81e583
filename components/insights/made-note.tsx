import { Info, X } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/format'
import type { Definition, MetricSlug } from '@/lib/metrics/definition'
import { definitionOf } from '@/lib/metrics/definitions'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
import { type LeveledMetric, levelEdges } from '@/lib/metrics/levels'
import type { MetricsReport } from '@/lib/reports/report'
import { calculationOf } from '@/lib/reports/rows/calculations'
import { besideWords, settingWords, waitingWords } from '@/lib/reports/rows/in-words'
import { coverageText, exactText, sampleText, valueText } from '@/lib/reports/wording'

type Props = {
  /** Of the note, on its page. */
  id: string
  slug: MetricSlug
  figure: Figure | LeadTime
  href: string
  report: MetricsReport
  /** Where the number counts pull requests that deployments are tied to. */
  coverage: MetricsReport['coverage']
}

export const leveled: Partial<Record<MetricSlug, LeveledMetric>> = {
  'deployment-frequency': 'deploymentFrequency',
  'lead-time': 'leadTime',
  'change-failure-rate': 'changeFailureRate',
  'recovery-time': 'recoveryTime',
}

/** A button that opens how a number was made, on the spot. Opens without JavaScript. */
export function MadeNote({ id, slug, figure, href, report, coverage }: Props) {
  const { settings, levelsReport } = report
  const { title, definition, formula, source } = definitionOf(slug, settings.leadTimeFrom)
  const { sampleSize, excluded, adjusted } = figure.made
  const metric = leveled[slug]
  const setting = settingWords(slug, settings)
  const calculation = calculationOf(slug, report)
  const beside = besideWords(figure)
  const waiting = waitingWords(slug)
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
            {figure.value === null
              ? figure.missing
              : `${valueText(figure.value, figure.unit)} (${exactText(figure.value, figure.unit)})`}
          </dd>
          {beside && (
            <>
              <dt>Also</dt>
              <dd className="tabular-nums">{beside}</dd>
            </>
          )}
          <dt>Made of</dt>
          <dd className="tabular-nums">{sampleText(slug, sampleSize)}</dd>
          <dt>Left out</dt>
          <dd className="tabular-nums">
            <Reasons none="Nothing" reasons={excluded} />
          </dd>
          {waiting && (
            <>
              <dt>Not yet counted</dt>
              <dd>{waiting}</dd>
            </>
          )}
          {adjusted.length > 0 && (
            <>
              <dt>Note</dt>
              <dd className="tabular-nums">
                <Reasons none="Nothing" reasons={adjusted} />
              </dd>
            </>
          )}
          {coverage && (
            <>
              <dt>Coverage</dt>
              <dd className="tabular-nums">{coverageText(coverage)}</dd>
            </>
          )}
          {metric && (
            <>
              <dt>Levels</dt>
              <dd>
                <LevelsIntro figure={figure} slug={slug} />
                {levelEdges(metric)
                  .map(({ level, text }) => `${level}: ${text}`)
                  .join('; ')}{' '}
                (<SourceLine source={levelsReport} />)
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
        <Link className="mt-4 block text-sm underline underline-offset-4 hover:text-muted" href={href} prefetch={false}>
          The rows behind it, and CSV
        </Link>
      </div>
    </>
  )
}

/** Why a number has no level, and what the levels of lead time are for. */
export function LevelsIntro({ slug, figure: { noLevel } }: Pick<Props, 'slug' | 'figure'>) {
  return [noLevel, slug === 'lead-time' ? 'Levels are for lead time from the first commit' : null]
    .filter((words) => words !== null)
    .map((words) => `${words}. `)
    .join('')
}

export function SourceLine({ source: { before, title, url } }: { source: NonNullable<Definition['source']> }) {
  return (
    <>
      {before && `${before} `}
      <a className="underline underline-offset-4 hover:text-muted" href={url} rel="noreferrer">
        {title}
      </a>
    </>
  )
}

export function Reasons({ reasons, none }: { reasons: Figure['made']['excluded']; none: string }) {
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
