import { useId } from 'react'
import { formatDuration, plural } from '@/lib/core/format'
import { durationAxis } from '@/lib/insights/charts/duration-axis'
import { percent } from '@/lib/insights/charts/percent'
import { runsOf } from '@/lib/insights/charts/runs'
import { spread } from '@/lib/insights/charts/spread'
import type { Distribution } from '@/lib/insights/metrics/distribution'
import type { ChartBucket } from './bucket'
import { ChartFigure } from './chart-figure'
import { distributionCells, distributionColumns } from './distribution-cells'
import { Band, Dots, Line, maxDots } from './line'
import { PartialColumns } from './partial-columns'
import { Plot } from './plot'

type PercentileBucket = ChartBucket & { distribution: Distribution | null }
/** `empty` says why there is nothing to draw. */
type Props = { title: string; buckets: readonly PercentileBucket[]; empty?: string }

const names = ['p95', 'p75', 'p50'] as const

/** Least distance between the labels at the right end, as a share of the height. */
const labelGap = 0.09

/** Percentiles of what pull requests took over time: the median as a line with dots, what lies above it lighter. */
export function PercentileChart({ title, buckets, empty = 'Nothing to measure in this period.' }: Props) {
  const chart = useId()
  const distributions = buckets.flatMap(({ distribution }) => distribution ?? [])
  const axis = durationAxis(distributions.flatMap(({ p50, p75, p95 }) => [p50, p75, p95]))
  const yOf = (seconds: number) => 1 - axis.position(seconds)
  const xOf = (index: number) => (index + 0.5) / buckets.length
  const pointsOf = (name: (typeof names)[number]) =>
    buckets.map(({ distribution }, index) => distribution && { x: xOf(index), y: yOf(distribution[name]) })
  const band = buckets.map(
    ({ distribution }, index) =>
      distribution && { x: xOf(index), top: yOf(distribution.p75), bottom: yOf(distribution.p50) },
  )
  const medians = pointsOf('p50')
  const last = distributions.at(-1)
  return (
    <ChartFigure title={title}>
      <Plot
        axis={1}
        buckets={buckets}
        cells={({ distribution }) => distributionCells(distribution)}
        columns={distributionColumns}
        describe={describe}
        empty={last ? null : empty}
        ends={last && <Ends distribution={last} yOf={yOf} />}
        legend={<>Half took no longer than p50, 95 of 100 no longer than p95.{axis.kind === 'log' && ' Log scale.'}</>}
        ticks={axis.ticks.map(({ seconds, label }) => ({ label, at: yOf(seconds) }))}
        title={title}
      >
        <PartialColumns buckets={buckets} chart={chart} />
        <Band className="fill-strong-line/25" points={band} />
        {runsOf(buckets.map(({ distribution }) => distribution))
          .filter((run) => run.length === 1)
          .map(
            ([lone]) =>
              lone && <Whisker distribution={lone.value} key={lone.index} x={percent(xOf(lone.index))} yOf={yOf} />,
          )}
        <Line className="stroke-strong-line" dashed points={pointsOf('p95')} />
        <Line className="stroke-strong-line" points={pointsOf('p75')} />
        <Line className="stroke-ink stroke-[1.5]" points={medians} />
        <Dots isPartial={(index) => buckets[index]?.partial ?? false} max={maxDots} points={medians} />
      </Plot>
    </ChartFigure>
  )
}

function describe({ distribution }: PercentileBucket): string {
  if (!distribution) return 'nothing to measure'
  const { count, p50, p75, p95 } = distribution
  return `p50 ${formatDuration(p50)}, p75 ${formatDuration(p75)}, p95 ${formatDuration(p95)} of ${plural(count, 'pull request')}`
}

type OnAxis = { distribution: Distribution; yOf: (seconds: number) => number }

/** Stands for the lines where a bucket has no neighbour that they could run to. */
function Whisker({ distribution, yOf, x }: OnAxis & { x: string }) {
  const [p50, p75, p95] = [distribution.p50, distribution.p75, distribution.p95].map((seconds) => percent(yOf(seconds)))
  return (
    <>
      <line className="stroke-strong-line/25 stroke-[6]" x1={x} x2={x} y1={p50} y2={p75} />
      <line className="stroke-strong-line" strokeDasharray="3 3" x1={x} x2={x} y1={p75} y2={p95} />
    </>
  )
}

function Ends({ distribution, yOf }: OnAxis) {
  const places = spread(
    names.map((name) => yOf(distribution[name])),
    labelGap,
  )
  return (
    <svg aria-hidden="true" className="col-start-3 row-start-1 h-44 w-full overflow-visible">
      {names.map((name, index) => (
        <text
          className={name === 'p50' ? 'fill-ink font-medium' : 'fill-muted'}
          dominantBaseline="middle"
          key={name}
          x="8"
          y={percent(places[index] ?? 0)}
        >
          {name} <tspan className="@max-md:hidden">{formatDuration(distribution[name])}</tspan>
        </text>
      ))}
    </svg>
  )
}
