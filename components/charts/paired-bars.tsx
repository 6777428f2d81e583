import { useId } from 'react'
import { formatCount } from '@/lib/core/format'
import { markPlace } from '@/lib/insights/charts/mark-place'
import { percent } from '@/lib/insights/charts/percent'
import { roundTicks } from '@/lib/insights/charts/round-ticks'
import type { ChartBucket } from './bucket'
import { ChartFigure } from './chart-figure'
import { Bar, Hatch, type Tone } from './hatch'
import { Key } from './key'
import { Plot } from './plot'

/** `value` reads the count of the series from a bucket. */
type Series<B> = { name: string; value: (bucket: B) => number }
type Props<B extends ChartBucket> = { title: string; buckets: readonly B[]; series: readonly Series<B>[] }

/** From the last series, the darkest, to the first. */
const tones: readonly Tone[] = ['ink', 'muted', 'strong-line']
const minLength = 0.025

/** Two or three counts of each bucket side by side, in the order in which they come to pass. */
export function PairedBars<B extends ChartBucket>({ title, buckets, series }: Props<B>) {
  const chart = useId()
  const counts = buckets.flatMap((bucket) => series.map(({ value }) => value(bucket)))
  const top = Math.max(1, ...counts)
  const toneOf = (index: number) => tones[series.length - 1 - index] ?? 'ink'
  return (
    <ChartFigure title={title}>
      <Plot
        axis={1}
        buckets={buckets}
        cells={(bucket) => series.map(({ value }) => formatCount(value(bucket)))}
        columns={series.map(({ name }) => name)}
        describe={(bucket) => series.map(({ name, value }) => `${formatCount(value(bucket))} ${name}`).join(', ')}
        empty={counts.every((count) => count === 0) ? 'No pull request in this period.' : null}
        legend={series.map(({ name, value }, index) => (
          <Key key={name} tone={toneOf(index)}>
            {formatCount(buckets.reduce((sum, bucket) => sum + value(bucket), 0))} {name}
          </Key>
        ))}
        ticks={roundTicks(top, 1).map((count) => ({ label: formatCount(count), at: 1 - count / top }))}
        title={title}
      >
        <defs>
          {series.map(({ name }, index) => (
            <Hatch chart={chart} key={name} tone={toneOf(index)} />
          ))}
        </defs>
        {buckets.flatMap((bucket, bucketIndex) => {
          const group = markPlace(bucketIndex, buckets.length, 0.7, 0.1)
          const width = group.width / series.length
          return series.map(({ name, value }, index) => {
            const length = Math.max(value(bucket) / top, minLength)
            if (value(bucket) === 0) return null
            return (
              <Bar
                chart={chart}
                height={percent(length)}
                key={`${bucket.longLabel} ${name}`}
                partial={bucket.partial}
                tone={toneOf(index)}
                width={percent(width * 0.9)}
                x={percent(group.x + index * width)}
                y={percent(1 - length)}
              />
            )
          })
        })}
      </Plot>
    </ChartFigure>
  )
}
