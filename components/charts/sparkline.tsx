import { useId } from 'react'
import { percent } from '@/lib/charts/percent'
import { Bar, Hatch } from './hatch'
import { Dots, Line } from './line'

/** `label` is what it shows, in words. Bars for counts, a line for the rest; both from 0. */
type Props = { values: readonly (number | null)[]; label: string; partialLast?: boolean; kind: 'line' | 'bars' }

/** A series in the space of a word, without axes. */
export function Sparkline({ values, label, partialLast = false, kind }: Props) {
  const chart = useId()
  const top = Math.max(...values.flatMap((value) => value ?? []), 0) || 1
  const isPartial = (index: number) => partialLast && index === values.length - 1
  return (
    <svg aria-label={label} className="h-8 w-full overflow-visible" role="img">
      {kind === 'line' ? (
        <SparkLine isPartial={isPartial} top={top} values={values} />
      ) : (
        <>
          <defs>
            <Hatch chart={chart} tone="muted" />
          </defs>
          <line className="stroke-line" x1="0" x2="100%" y1="100%" y2="100%" />
          {values.map((value, index) => {
            if (!value) return null
            const x = percent((index + 0.15) / values.length)
            const length = Math.max(value / top, 0.05)
            return (
              <Bar
                chart={chart}
                height={percent(length)}
                key={x}
                partial={isPartial(index)}
                tone="muted"
                width={percent(0.7 / values.length)}
                x={x}
                y={percent(1 - length)}
              />
            )
          })}
        </>
      )}
    </svg>
  )
}

type LineProps = { values: readonly (number | null)[]; top: number; isPartial: (index: number) => boolean }

function SparkLine({ values, top, isPartial }: LineProps) {
  const points = values.map((value, index) =>
    value === null ? null : { x: (index + 0.5) / values.length, y: 1 - value / top },
  )
  return (
    <>
      <Line className="stroke-muted stroke-[1.5]" points={points} />
      <Dots isPartial={isPartial} most={1} points={points} />
    </>
  )
}
