'use client'

import { formatDuration, plural } from '@/lib/core/format'
import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import { durationAxis } from '@/lib/insights/charts/duration-axis'
import { bandPath, strokesPath } from '@/lib/insights/charts/paths'
import { percent } from '@/lib/insights/charts/percent'
import { runsOf } from '@/lib/insights/charts/runs'
import { spread } from '@/lib/insights/charts/spread'
import { ChartFigure } from './chart-figure'
import {
  distributionCells,
  distributionColumns,
  type PackedPercentiles,
  type Percentiles,
  unpackPercentiles,
} from './distribution-cells'
import { Dots, Line, maxDots, Stretched, Stroke, whole } from './line'
import { PartialColumns } from './partial-columns'
import { Plot } from './plot'

/** `empty` says why there is nothing to draw. */
type Props = {
  id: string
  title: string
  buckets: ChartBuckets
  rows: string
  percentiles: PackedPercentiles
  /** Of the median. */
  goals?: readonly ChartGoal[]
  empty?: string
}

const names = ['p95', 'p75', 'p50'] as const

/** Least distance between the labels at the right end, as a share of the height. */
const labelGap = 0.09

/** Percentiles of what pull requests took over time: the median as a line with dots, what lies above it lighter. */
export function PercentileChart({ id, title, buckets, rows, percentiles: packed, goals = [], empty }: Props) {
  const percentiles = unpackPercentiles(packed)
  const columns = percentiles.length
  const known = percentiles.flatMap((each) => each ?? [])
  const axis = durationAxis([
    ...known.flatMap(({ p50, p75, p95 }) => [p50, p75, p95]),
    ...goals.map(({ value }) => value),
  ])
  const yOf = (seconds: number) => 1 - axis.position(seconds)
  const xOf = (index: number) => (index + 0.5) / percentiles.length
  const pointsOf = (name: (typeof names)[number]) =>
    percentiles.map((each, index) => each && { x: xOf(index), y: yOf(each[name]) })
  const { partial } = buckets
  const joined = whole(percentiles, partial)
  const band = joined.map((each, index) => each && { x: xOf(index), top: yOf(each.p75), bottom: yOf(each.p50) })
  const lone = [
    ...runsOf(joined).flatMap((run) => (run.length === 1 ? run : [])),
    ...partial.flatMap((index) => (percentiles[index] ? { index, value: percentiles[index] } : [])),
  ]
  const strokes = (from: 'p50' | 'p75', to: 'p75' | 'p95') =>
    strokesPath(
      lone.map(({ index, value }) => [
        { x: xOf(index), y: yOf(value[from]) },
        { x: xOf(index), y: yOf(value[to]) },
      ]),
      columns,
    )
  const last = known.at(-1)
  return (
    <ChartFigure title={title}>
      <Plot
        axis={1}
        buckets={buckets}
        cells={(index) => distributionCells(percentiles[index] ?? null)}
        columns={distributionColumns}
        describe={(index) => describe(percentiles[index] ?? null)}
        empty={last ? null : (empty ?? 'Nothing to measure in this period.')}
        ends={last && <Ends percentiles={last} yOf={yOf} />}
        goals={{ lines: goals, yOf }}
        id={id}
        legend={<>Half took no longer than p50, 95 of 100 no longer than p95.{axis.kind === 'log' && ' Log scale.'}</>}
        rows={rows}
        ticks={axis.ticks.map(({ seconds, label }) => ({ label, at: yOf(seconds) }))}
        title={title}
      >
        <PartialColumns count={percentiles.length} partial={partial} />
        <Stretched columns={columns}>
          <path className="fill-strong-line/25" d={bandPath(band)} />
          <Stroke className="stroke-strong-line/25 stroke-[6]" d={strokes('p50', 'p75')} />
          <Stroke className="stroke-strong-line" d={strokes('p75', 'p95')} dashed />
          <Line className="stroke-strong-line" dashed partial={partial} points={pointsOf('p95')} />
          <Line className="stroke-strong-line" partial={partial} points={pointsOf('p75')} />
          <Line className="stroke-ink stroke-[1.5]" partial={partial} points={pointsOf('p50')} />
          <Dots max={maxDots} partial={partial} points={pointsOf('p50')} />
        </Stretched>
      </Plot>
    </ChartFigure>
  )
}

function describe(percentiles: Percentiles | null): string {
  if (!percentiles) return 'nothing to measure'
  const { count, p50, p75, p95 } = percentiles
  return `p50 ${formatDuration(p50)}, p75 ${formatDuration(p75)}, p95 ${formatDuration(p95)} of ${plural(count, 'pull request')}`
}

/** What the lines are, at their right end. */
function Ends({ percentiles, yOf }: { percentiles: Percentiles; yOf: (seconds: number) => number }) {
  const places = spread(
    names.map((name) => yOf(percentiles[name])),
    labelGap,
  )
  return (
    <svg aria-hidden="true" className="plot-ends" dominantBaseline="middle">
      {names.map((name, index) => (
        <text
          className={name === 'p50' ? 'fill-ink font-medium' : undefined}
          key={name}
          x="8"
          y={percent(places[index] ?? 0)}
        >
          {name} <tspan className="@max-md:hidden">{formatDuration(percentiles[name])}</tspan>
        </text>
      ))}
    </svg>
  )
}
