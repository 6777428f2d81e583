import { useId } from 'react'
import { formatCount } from '@/lib/core/format'
import { outcomeScale } from '@/lib/insights/charts/outcome-scale'
import type { ChartBucket } from './bucket'
import { ChartFigure } from './chart-figure'
import { Key } from './key'
import { OutcomeMarks } from './outcome-marks'
import { Plot } from './plot'

type OutcomeBucket = ChartBucket & { success: number; failed: number }

/** `unit` is what is counted, in the plural: "deployments". */
type Props = { title: string; buckets: readonly OutcomeBucket[]; unit: string }

/** Successes as bars above the axis, failures below it. */
export function OutcomeBars({ title, buckets, unit }: Props) {
  const chart = useId()
  const scale = outcomeScale(buckets)
  const isEmpty = buckets.every(({ success, failed }) => success + failed === 0)
  return (
    <ChartFigure title={title}>
      <Plot
        axis={scale.axis}
        buckets={buckets}
        cells={({ success, failed }) => [formatCount(success), formatCount(failed)]}
        columns={['Succeeded', 'Failed']}
        describe={({ success, failed }) => `${formatCount(success)} succeeded, ${formatCount(failed)} failed`}
        empty={isEmpty ? `No ${unit} in this period.` : null}
        legend={
          <>
            <Key tone="success">succeeded</Key>
            <Key tone="failure">failed, below the line</Key>
          </>
        }
        ticks={scale.ticks.map(({ count, at }) => ({ label: formatCount(count), at }))}
        title={title}
      >
        <OutcomeMarks buckets={buckets} chart={chart} scale={scale} />
      </Plot>
    </ChartFigure>
  )
}
