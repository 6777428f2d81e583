import { markPlace } from '@/lib/insights/charts/mark-place'
import { percent } from '@/lib/insights/charts/percent'
import type { ChartBucket } from './bucket'
import { Hatch, hatchFill } from './hatch'

/** Hatches behind the buckets that are partial, for marks that are too thin to be hatched themselves. */
export function PartialColumns({ chart, buckets }: { chart: string; buckets: readonly ChartBucket[] }) {
  return (
    <>
      <defs>
        <Hatch chart={chart} tone="line" />
      </defs>
      {buckets.map(({ longLabel, partial }, index) => {
        if (!partial) return null
        const { x, width } = markPlace(index, buckets.length, 1, 0.1)
        return (
          <rect
            fill={hatchFill(chart, 'line')}
            height="100%"
            key={longLabel}
            width={percent(width)}
            x={percent(x)}
            y="0"
          />
        )
      })}
    </>
  )
}
