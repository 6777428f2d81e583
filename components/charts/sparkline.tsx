'use client'

import { valueText } from '@/lib/insights/metrics/value-text'
import type { Spark } from '@/lib/insights/reports/metric-cards'
import { Bars } from './bars'
import { Dots, Line, Stretched } from './line'

/**
 * A series in the space of a word, without axes, and its figures for those who do not see it. Bars for counts, a line for
 * the rest; both from 0.
 */
export function Sparkline(spark: Spark) {
  const { kind, values, unit, words, days } = spark
  const top = Math.max(...values.map((value) => value ?? 0), 0) || 1
  const Marks = kind === 'line' ? LineMarks : BarMarks
  return (
    <>
      <svg aria-label={words} className="h-8 w-full overflow-visible" role="img">
        <Marks {...spark} top={top} />
      </svg>
      <p className="sr-only">
        {`${days}: ${values.map((value) => (value === null ? 'no data' : valueText(value, unit))).join(', ')}`}
      </p>
    </>
  )
}

type MarksProps = Pick<Spark, 'values' | 'partial'> & { top: number }

function BarMarks({ values, partial, top }: MarksProps) {
  const places = values.map((value, index) => {
    const height = Math.max((value ?? 0) / top, 0.05)
    return value ? { x: (index + 0.15) / values.length, y: 1 - height, width: 0.7 / values.length, height } : null
  })
  return (
    <>
      <line className="stroke-line" x1="0" x2="100%" y1="100%" y2="100%" />
      <Bars partial={partial} places={places} tone="muted" />
    </>
  )
}

function LineMarks({ values, partial, top }: MarksProps) {
  const points = values.map((value, index) =>
    value === null ? null : { x: (index + 0.5) / values.length, y: 1 - value / top },
  )
  return (
    <Stretched columns={points.length}>
      <Line className="spark-line" partial={partial} points={points} />
      <Dots max={1} partial={partial} points={points} />
    </Stretched>
  )
}
