import { Sparkline } from '@/components/charts/sparkline'
import { BigValue } from '@/components/insights/big-value'
import { ChangeWords } from '@/components/insights/change-words'
import { LevelWords } from '@/components/insights/level-words'
import { titleOf } from '@/lib/metrics/definitions'
import type { Figure } from '@/lib/metrics/figure'
import type { LeadTime } from '@/lib/metrics/lead-time'
import type { Period } from '@/lib/metrics/period'
import type { Instrument } from '@/lib/reports/instruments'
import { startWords } from '@/lib/reports/rows/in-words'
import { missingText, sampleText } from '@/lib/reports/wording'

type Props = Pick<Instrument, 'slug' | 'spark'> & { figure: Figure | LeadTime; previousPeriod: Period }

/** A number to be read from across the room. */
export function WallInstrument({ slug, figure, spark, previousPeriod }: Props) {
  const title = titleOf(slug)
  const start = startWords(figure)
  return (
    <section
      aria-label={title}
      className="row-span-4 grid grid-rows-subgrid gap-y-[0.35em] border-t-[max(2px,0.12em)] border-strong-line pt-[0.7em]"
    >
      <h2 className="text-[1.2em] leading-tight font-medium">{title}</h2>
      <BigValue className="text-[3em] leading-none" figure={figure} />
      <div className="text-[1.25em] leading-snug text-muted">
        <LevelWords figure={figure} />
        <p>
          {figure.value === null ? missingText(slug, figure) : sampleText(slug, figure.made.sampleSize)}
          {figure.value !== null && start && `, ${start}`}
        </p>
        {figure.change && <ChangeWords figure={figure} previousPeriod={previousPeriod} />}
      </div>
      <div className="self-end pt-[0.6em] [&_circle]:[r:max(3px,0.18em)] [&_circle]:[stroke-width:max(1.5px,0.09em)] [&_polyline]:[stroke-width:max(1.5px,0.09em)] [&>svg]:h-[3.2em]">
        <Sparkline {...spark} />
      </div>
    </section>
  )
}
