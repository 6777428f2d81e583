import type { ReactNode } from 'react'
import { LevelsIntro, leveled, Reasons, SourceLine } from '@/components/insights/made-note'
import { Link } from '@/components/ui/link'
import { formatDuration } from '@/lib/format'
import type { MetricSlug } from '@/lib/metrics/definition'
import { definitionOf } from '@/lib/metrics/definitions'
import type { Distribution } from '@/lib/metrics/distribution'
import { levelEdges, levelsReport } from '@/lib/metrics/levels'
import type { MetricSettings } from '@/lib/metrics/settings'
import { besideWords, settingWords, waitingWords } from '@/lib/reports/rows/in-words'
import type { RowsPage } from '@/lib/reports/rows/read-rows'
import { coverageText, sampleText } from '@/lib/reports/wording'

type Props = {
  slug: MetricSlug
  settings: MetricSettings
  made: Pick<RowsPage, 'figure' | 'calculation' | 'spread' | 'coverage'>
  /** Its slug. */
  organization: string
}

/** How a number was made: what it means, from what it was calculated, and what was left out of it. */
export function RowsMade({ slug, settings, made: { figure, calculation, spread, coverage }, organization }: Props) {
  const { definition, formula, source } = definitionOf(slug, settings.leadTimeFrom)
  const { sampleSize, excluded, adjusted } = figure.made
  const setting = settingWords(slug, settings)
  const beside = besideWords(figure)
  const waiting = waitingWords(slug)
  return (
    <dl className="flex max-w-4xl flex-col text-sm leading-relaxed">
      <Line name="Definition">{definition}</Line>
      <Line name="Formula">{formula}</Line>
      {setting && <Line name="Setting">{setting}</Line>}
      <Line name="Calculation">
        {calculation ? <span className="font-medium tabular-nums">{calculation}</span> : figure.missing}
      </Line>
      {beside && (
        <Line name="Also">
          <span className="tabular-nums">{beside}</span>
        </Line>
      )}
      {spread && (
        <Line name="Spread">
          <Spread spread={spread} />
        </Line>
      )}
      <Line name="Made of">
        {sampleText(slug, sampleSize)}
        {sampleSize > 0 && sampleSize < few && '. A small sample: one more changes the number a lot.'}
      </Line>
      <Line name="Left out">
        <Reasons none="Nothing" reasons={excluded} />
      </Line>
      {waiting && (
        <Line name="Not yet counted">
          {waiting}{' '}
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
      {coverage && slug !== 'coverage' && <Line name="Coverage">{coverageText(coverage)}</Line>}
      <Levels figure={figure} slug={slug} />
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

const points = [
  ['min', 'Shortest'],
  ['p50', 'Half within'],
  ['p75', '75% within'],
  ['p95', '95% within'],
  ['max', 'Longest'],
  ['mean', 'Mean'],
] as const

function Spread({ spread }: { spread: Distribution }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-6">
      {points.map(([name, title]) => (
        <div key={name}>
          <dt className="text-xs text-muted">{title}</dt>
          <dd className="tabular-nums" title={`${spread[name]} s`}>
            {formatDuration(spread[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Levels({ slug, figure }: Pick<Props, 'slug'> & Pick<Props['made'], 'figure'>) {
  const metric = leveled[slug]
  if (!metric) return null
  return (
    <Line name="Levels">
      <LevelsIntro figure={figure} slug={slug} />
      <ul>
        {levelEdges(metric).map(({ level, text }) => (
          <li className={level === figure.level ? 'font-medium' : 'text-muted'} key={level}>
            <span className="inline-block first-letter:uppercase">{level}</span>: {text}
            {level === figure.level && <span className="font-normal">, where this number is</span>}
          </li>
        ))}
      </ul>
      From the <SourceLine source={levelsReport} />
    </Line>
  )
}
