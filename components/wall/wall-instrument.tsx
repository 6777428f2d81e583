import { Sparkline } from '@/components/charts/sparkline'
import { BigValue } from '@/components/insights/big-value'
import { ChangeWords } from '@/components/insights/change-words'
import { definitionOf } from '@/lib/metrics/definitions'
import type { Period } from '@/lib/metrics/period'
import type { Instrument } from '@/lib/reports/instruments'
import { missingText } from '@/lib/reports/wording'

type Props = Instrument & { previousPeriod: Period }

/** A number to be read from across the room. */
export function WallInstrument({ slug, figure, spark, previousPeriod }: Props) {
  const { title } = definitionOf(slug)
  return (
    <section
      aria-label={title}
      className="row-span-4 grid grid-rows-subgrid gap-y-[0.35em] border-t-2 border-strong-line pt-[0.7em]"
    >
      <h2 className="text-[1.2em] leading-tight font-medium">{title}</h2>
      {figure ? (
        <>
          <BigValue className="text-[3em] leading-none sm:text-[3.3em]" figure={figure} />
          <div className="text-[1.35em] leading-snug text-muted">
            {figure.level && <p className="font-medium text-ink first-letter:uppercase">{figure.level}</p>}
            {figure.value === null && <p>{missingText(slug, figure)}</p>}
            <ChangeWords figure={figure} previousPeriod={previousPeriod} />
          </div>
          <div className="self-end pt-[0.6em] [&>svg]:h-[3.2em]">
            <Sparkline {...spark} />
          </div>
        </>
      ) : (
        <p className="row-span-3 text-[1.35em] text-muted">Part of Business</p>
      )}
    </section>
  )
}
