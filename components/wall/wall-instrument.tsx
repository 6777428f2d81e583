import { Sparkline } from '@/components/charts/sparkline'
import { definitionOf } from '@/lib/metrics/definitions'
import type { Figure } from '@/lib/metrics/figure'
import type { Instrument } from '@/lib/reports/instruments'
import { changeText, valueParts } from '@/lib/reports/wording'

/** A number to be read from across the room. */
export function WallInstrument({ slug, figure, spark: { values, kind, partialLast, words } }: Instrument) {
  const { title } = definitionOf(slug)
  return (
    <section
      aria-label={title}
      className="row-span-4 grid grid-rows-subgrid gap-y-[0.35em] border-t-2 border-strong-line pt-[0.7em]"
    >
      <h2 className="text-[1.2em] leading-tight font-medium">{title}</h2>
      {figure ? (
        <>
          <Value figure={figure} />
          <div className="text-[1.35em] leading-snug">
            {figure.level && <p className="font-medium first-letter:uppercase">{figure.level}</p>}
            <Change figure={figure} />
          </div>
          <div className="self-end pt-[0.6em] [&>svg]:h-[3.2em]">
            <Sparkline kind={kind} label={words} partialLast={partialLast} values={values} />
          </div>
        </>
      ) : (
        <p className="row-span-3 text-[1.35em] text-muted">Part of Business</p>
      )}
    </section>
  )
}

function Value({ figure: { value, unit, missing } }: { figure: Figure }) {
  if (value === null) {
    return (
      <div>
        <p aria-hidden="true" className="text-[3.6em] leading-none font-semibold text-muted">
          —
        </p>
        <p className="text-[1em] text-muted">{missing}</p>
      </div>
    )
  }
  return (
    <p className="text-[3.6em] leading-none font-semibold tracking-tight whitespace-nowrap">
      {valueParts(value, unit).map((part, index) => (
        <span key={part.unit}>
          {index > 0 && ' '}
          {part.number}
          {part.unit && (
            <span className="pl-[0.15em] text-[0.42em] font-normal tracking-normal text-muted">{part.unit}</span>
          )}
        </span>
      ))}
    </p>
  )
}

const colours = { better: 'text-success', worse: 'text-failure', same: '' }

function Change({ figure: { unit, change } }: { figure: Figure }) {
  if (change === null) return <p className="text-muted">No comparison</p>
  if (change.word === 'same') return <p className="text-muted">Same as before</p>
  return (
    <p className="text-muted tabular-nums">
      {changeText(change, unit)}
      {change.word && (
        <>
          , <span className={`font-medium ${colours[change.word]}`}>{change.word}</span>
        </>
      )}
    </p>
  )
}
