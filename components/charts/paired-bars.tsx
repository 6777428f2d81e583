'use client'

import { formatCount } from '@/lib/core/format'
import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import { markPlace } from '@/lib/insights/charts/mark-place'
import { roundTicks } from '@/lib/insights/charts/round-ticks'
import { Bars, type Tone } from './bars'
import { ChartFigure } from './chart-figure'
import { Key } from './key'
import { Plot } from './plot'

/** `counts` has one for each bucket. */
type Series = { name: string; counts: readonly number[] }
type Props = { id: string; title: string; buckets: ChartBuckets; rows: string; series: readonly Series[] }

/** From the last series, the darkest, to the first. */
const tones: readonly Tone[] = ['ink', 'muted', 'strong-line']
const minLength = 0.025

/** Two or three counts of each bucket side by side, in the order in which they come to pass. */
export function PairedBars({ id, title, buckets, rows, series }: Props) {
  const all = series.flatMap(({ counts }) => counts)
  const top = Math.max(1, ...all)
  const toneOf = (index: number) => tones[series.length - 1 - index] ?? 'ink'
  const textsOf = (bucket: number) => series.map(({ counts }) => formatCount(counts[bucket] ?? 0))
  const placesOf = (counts: readonly number[], place: number) =>
    counts.map((count, bucket) => {
      const group = markPlace(bucket, counts.length, 0.7, 0.1)
      const width = group.width / series.length
      const height = Math.max(count / top, minLength)
      return count > 0 ? { x: group.x + place * width, y: 1 - height, width: width * 0.9, height } : null
    })
  return (
    <ChartFigure title={title}>
      <Plot
        axis={1}
        buckets={buckets}
        cells={textsOf}
        columns={series.map(({ name }) => name)}
        describe={(bucket) =>
          textsOf(bucket)
            .map((text, index) => `${text} ${series[index]?.name}`)
            .join(', ')
        }
        empty={all.every((count) => count === 0) ? 'No pull request in this period.' : null}
        id={id}
        legend={series.map(({ name, counts }, index) => (
          <Key key={name} tone={toneOf(index)}>
            {formatCount(counts.reduce((sum, count) => sum + count, 0))} {name}
          </Key>
        ))}
        rows={rows}
        ticks={roundTicks(top, 1).map((count) => ({ label: formatCount(count), at: 1 - count / top }))}
        title={title}
      >
        {series.map(({ name, counts }, index) => (
          <Bars key={name} partial={buckets.partial} places={placesOf(counts, index)} tone={toneOf(index)} />
        ))}
      </Plot>
    </ChartFigure>
  )
}
