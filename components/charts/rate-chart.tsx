import { useId } from 'react'
import { formatCount, plural } from '@/lib/core/format'
import { percent } from '@/lib/insights/charts/percent'
import { roundTicks } from '@/lib/insights/charts/round-ticks'
import { valueText } from '@/lib/insights/metrics/value-text'
import type { ChartBucket } from './bucket'
import { ChartFigure } from './chart-figure'
import { Dots, Line, maxDots } from './line'
import { PartialColumns } from './partial-columns'
import { Plot } from './plot'

/** `rate` from 0 to 1, of `of` deployments; null without any. */
type RateBucket = ChartBucket & { rate: number | null; of: number }
type Props = { title: string; buckets: readonly RateBucket[] }

/** So that a chart of nothing but 0% has a scale. */
const minTop = 0.1

/** A share of deployments over time, in percent from 0. */
export function RateChart({ title, buckets }: Props) {
  const chart = useId()
  const rates = buckets.flatMap(({ rate }) => rate ?? [])
  const top = Math.max(...rates, 0) || minTop
  const points = buckets.map(({ rate }, index) =>
    rate === null ? null : { x: (index + 0.5) / buckets.length, y: 1 - rate / top },
  )
  return (
    <ChartFigure title={title}>
      <Plot
        axis={1}
        buckets={buckets}
        cells={({ rate, of }) => [
          rate === null ? { missing: 'No deployment' } : valueText(rate, 'share'),
          formatCount(of),
        ]}
        columns={['Share', 'Deployments']}
        describe={describe}
        empty={rates.length === 0 ? 'No deployment in this period.' : null}
        legend="Share of deployments; a gap is a time without any."
        ticks={roundTicks(top * 100, 0.1).map((tick) => ({
          label: valueText(tick / 100, 'share'),
          at: 1 - tick / 100 / top,
        }))}
        title={title}
      >
        <PartialColumns buckets={buckets} chart={chart} />
        <Line className="stroke-ink stroke-[1.5]" points={points} />
        <Dots isPartial={(index) => buckets[index]?.partial ?? false} max={maxDots} points={points} />
        {buckets.map(({ longLabel, rate }, index) => {
          if (rate !== null) return null
          const x = percent((index + 0.5) / buckets.length)
          return <line className="stroke-muted stroke-[1.5]" key={longLabel} x1={x} x2={x} y1="95%" y2="100%" />
        })}
      </Plot>
    </ChartFigure>
  )
}

function describe({ rate, of }: RateBucket): string {
  return rate === null ? 'no deployment' : `${valueText(rate, 'share')} of ${plural(of, 'deployment')}`
}
