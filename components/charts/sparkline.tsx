import { useId } from 'react'
import { percent } from '@/lib/insights/charts/percent'
import type { Spark } from '@/lib/insights/reports/metric-cards'
import { bucketName } from './bucket'
import { Bar, Hatch } from './hatch'
import { Dots, Line } from './line'

/**
 * A series in the space of a word, without axes, and its figures for those who do not see it. Bars for counts, a line for
 * the rest; both from 0.
 */
export function Sparkline({ kind, points, words }: Spark) {
  const top = Math.max(...points.map(({ value }) => value ?? 0), 0) || 1
  const Marks = kind === 'line' ? LineMarks : BarMarks
  return (
    <>
      <svg aria-label={words} className="h-8 w-full overflow-visible" role="img">
        <Marks points={points} top={top} />
      </svg>
      <ul className="sr-only">
        {points.map(({ longLabel, partial, text }) => (
          <li key={longLabel}>
            {bucketName({ longLabel, partial })}: {text}
          </li>
        ))}
      </ul>
    </>
  )
}

type MarksProps = Pick<Spark, 'points'> & { top: number }

function BarMarks({ points, top }: MarksProps) {
  const chart = useId()
  return (
    <>
      <defs>
        <Hatch chart={chart} tone="muted" />
      </defs>
      <line className="stroke-line" x1="0" x2="100%" y1="100%" y2="100%" />
      {points.map(({ longLabel, partial, value }, index) => {
        if (!value) return null
        const length = Math.max(value / top, 0.05)
        return (
          <Bar
            chart={chart}
            height={percent(length)}
            key={longLabel}
            partial={partial}
            tone="muted"
            width={percent(0.7 / points.length)}
            x={percent((index + 0.15) / points.length)}
            y={percent(1 - length)}
          />
        )
      })}
    </>
  )
}

function LineMarks({ points, top }: MarksProps) {
  const places = points.map(({ value }, index) =>
    value === null ? null : { x: (index + 0.5) / points.length, y: 1 - value / top },
  )
  return (
    <>
      <Line className="stroke-muted stroke-[1.5]" points={places} />
      <Dots isPartial={(index) => points[index]?.partial ?? false} max={1} points={places} />
    </>
  )
}
