import { Fragment } from 'react'
import { markPlace } from '@/lib/insights/charts/mark-place'
import type { OutcomeScale } from '@/lib/insights/charts/outcome-scale'
import { percent } from '@/lib/insights/charts/percent'
import { Bar, Hatch } from './hatch'

type Outcomes = { success: number; failed: number; partial: boolean }

/** `chart` tells the charts of a page apart. */
type Props = { chart: string; buckets: readonly Outcomes[]; scale: OutcomeScale }

/** Bars up for successes and down for failures, for an SVG that stretches. */
export function OutcomeMarks({ chart, buckets, scale: { axis, length } }: Props) {
  return (
    <>
      <defs>
        <Hatch chart={chart} tone="success" />
        <Hatch chart={chart} tone="failure" />
      </defs>
      {buckets.map(({ success, failed, partial }, index) => {
        const { x, width } = markPlace(index, buckets.length, 0.6, 0.05)
        const place = { chart, partial, x: percent(x), width: percent(width) }
        return (
          <Fragment key={place.x}>
            {success > 0 && (
              <Bar {...place} height={percent(length(success))} tone="success" y={percent(axis - length(success))} />
            )}
            {failed > 0 && <Bar {...place} height={percent(length(failed))} tone="failure" y={percent(axis)} />}
          </Fragment>
        )
      })}
    </>
  )
}
