'use client'

import { formatCount, plural } from '@/lib/core/format'
import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import { strokesPath } from '@/lib/insights/charts/paths'
import { roundTicks } from '@/lib/insights/charts/round-ticks'
import { valueText } from '@/lib/insights/metrics/value-text'
import { ChartFigure } from './chart-figure'
import { Dots, Line, maxDots, Stretched, Stroke } from './line'
import { PartialColumns } from './partial-columns'
import { Plot } from './plot'

/** `rates` from 0 to 1, each of so many deployments as `counts` has; null without any. */
type Props = {
  id: string
  title: string
  buckets: ChartBuckets
  rows: string
  rates: readonly (number | null)[]
  counts: readonly number[]
  goals?: readonly ChartGoal[]
}

/** So that a chart of nothing but 0% has a scale. */
const minTop = 0.1

/** A share of deployments over time, in percent from 0. */
export function RateChart({ id, title, buckets, rows, rates, counts, goals = [] }: Props) {
  const top = Math.max(...rates.map((rate) => rate ?? 0), ...goals.map(({ value }) => value), 0) || minTop
  const xOf = (index: number) => (index + 0.5) / rates.length
  const points = rates.map((rate, index) => (rate === null ? null : { x: xOf(index), y: 1 - rate / top }))
  const gaps = rates.flatMap((rate, index) => (rate === null ? xOf(index) : []))
  const at = (index: number) => ({ rate: rates[index] ?? null, of: counts[index] ?? 0 })
  return (
    <ChartFigure title={title}>
      <Plot
        axis={1}
        buckets={buckets}
        cells={(index) => {
          const { rate, of } = at(index)
          return [rate === null ? { missing: 'No deployment' } : valueText(rate, 'share'), formatCount(of)]
        }}
        columns={['Share', 'Deployments']}
        describe={(index) => describe(at(index))}
        empty={gaps.length === rates.length ? 'No deployment in this period.' : null}
        goals={{ lines: goals, yOf: (rate) => 1 - rate / top }}
        id={id}
        legend="Share of deployments; a gap is a time without any."
        rows={rows}
        ticks={roundTicks(top * 100, 0.1).map((tick) => ({
          label: valueText(tick / 100, 'share'),
          at: 1 - tick / 100 / top,
        }))}
        title={title}
      >
        <PartialColumns count={rates.length} partial={buckets.partial} />
        <Stretched columns={rates.length}>
          <Line className="stroke-ink stroke-[1.5]" partial={buckets.partial} points={points} />
          <Dots max={maxDots} partial={buckets.partial} points={points} />
          <Stroke
            className="stroke-muted stroke-[1.5]"
            d={strokesPath(
              gaps.map((x) => [
                { x, y: 0.95 },
                { x, y: 1 },
              ]),
              rates.length,
            )}
          />
        </Stretched>
      </Plot>
    </ChartFigure>
  )
}

function describe({ rate, of }: { rate: number | null; of: number }): string {
  return rate === null ? 'no deployment' : `${valueText(rate, 'share')} of ${plural(of, 'deployment')}`
}
