'use client'

import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import { durationAxis } from '@/lib/insights/charts/duration-axis'
import { roundTicks } from '@/lib/insights/charts/round-ticks'
import type { Unit } from '@/lib/insights/metrics/metric-value'
import { valueText } from '@/lib/insights/metrics/value-text'
import { AnnotationList } from './annotations'
import { Bars } from './bars'
import { ChartFigure } from './chart-figure'
import { Dots, Line, maxDots, Stretched } from './line'
import { PartialColumns } from './partial-columns'
import { Plot } from './plot'

/** `previous` are the values of the period before, and what its buckets are called; null where they are not compared. */
type Props = {
  id: string
  title: string
  kind: 'line' | 'bars'
  buckets: ChartBuckets
  rows: string
  unit: Unit
  values: readonly (number | null)[]
  previous: { names: readonly string[]; values: readonly (number | null)[] } | null
  goals: readonly ChartGoal[]
}

/** The course of a number over a period, with that of the period before as a quiet line behind it. */
export function TrendChart({ id, title, kind, buckets, rows, unit, values, previous, goals }: Props) {
  const before = previous?.values ?? []
  const { yOf, ticks, isLog } = axisOf(
    [...values, ...before, ...goals.map(({ value }) => value)].filter((value) => value !== null),
    unit,
  )
  const xOf = (index: number) => (index + 0.5) / values.length
  const pointsOf = (all: readonly (number | null)[]) =>
    values.map((_, index) => {
      const value = all[index] ?? null
      return value === null ? null : { x: xOf(index), y: yOf(value) }
    })
  const points = pointsOf(values)
  const textOf = (value: number | null | undefined) =>
    value === null || value === undefined ? null : valueText(value, unit)
  return (
    <ChartFigure title={title}>
      <Plot
        axis={1}
        buckets={buckets}
        cells={(index) => [
          textOf(values[index]) ?? { missing: 'No data' },
          ...(previous ? [textOf(before[index]) ?? { missing: 'No data' }] : []),
        ]}
        columns={['Value', ...(previous ? ['Period before'] : [])]}
        describe={(index) =>
          [
            textOf(values[index]) ?? 'no data',
            ...(previous ? [`${textOf(before[index]) ?? 'no data'} in ${previous.names[index]}`] : []),
          ].join('; ')
        }
        empty={points.every((point) => point === null) ? 'No data in this period.' : null}
        goals={{ lines: goals, yOf }}
        id={id}
        legend={
          <>
            {previous ? 'The dashed line is the period before.' : 'There is no period before to compare with.'}
            {isLog && ' Log scale.'}
          </>
        }
        rows={rows}
        ticks={ticks}
        title={title}
      >
        {kind === 'bars' ? (
          <Bars
            partial={buckets.partial}
            places={points.map((point, index) =>
              point && point.y < 1
                ? { x: (index + 0.15) / values.length, width: 0.7 / values.length, y: point.y, height: 1 - point.y }
                : null,
            )}
            tone="strong-line"
          />
        ) : (
          <PartialColumns count={values.length} partial={buckets.partial} />
        )}
        <Stretched columns={values.length}>
          <Line className="stroke-muted" dashed partial={buckets.partial} points={pointsOf(before)} />
          {kind === 'line' && (
            <>
              <Line className="stroke-ink stroke-[1.5]" partial={buckets.partial} points={points} />
              <Dots max={maxDots} partial={buckets.partial} points={points} />
            </>
          )}
        </Stretched>
      </Plot>
      <AnnotationList buckets={buckets} />
    </ChartFigure>
  )
}

function axisOf(values: readonly number[], unit: Unit) {
  if (unit === 'seconds') {
    const axis = durationAxis(values)
    const yOf = (value: number) => 1 - axis.position(value)
    return {
      yOf,
      ticks: axis.ticks.map(({ seconds, label }) => ({ label, at: yOf(seconds) })),
      isLog: axis.kind === 'log',
    }
  }
  const scale = unit === 'share' ? 100 : 1
  const top = Math.max(...values, 0) || (unit === 'share' ? 0.1 : 1)
  const yOf = (value: number) => 1 - value / top
  const ticks = roundTicks(top * scale, unit === 'share' ? 0.1 : 1).map((tick) => ({
    label: unit === 'share' ? valueText(tick / scale, unit) : String(tick),
    at: yOf(tick / scale),
  }))
  return { yOf, ticks, isLog: false }
}
