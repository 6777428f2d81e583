import { markPlace } from '@/lib/insights/charts/mark-place'
import type { OutcomeCounts, OutcomeScale } from '@/lib/insights/charts/outcome-scale'
import { Bars } from './bars'

type Props = { outcomes: OutcomeCounts; partial: readonly number[]; scale: OutcomeScale }

/** Bars up for successes and down for failures, for an SVG that stretches. */
export function OutcomeMarks({ outcomes: { success, failed }, partial, scale: { axis, length } }: Props) {
  const placesOf = (counts: readonly number[], top: (height: number) => number) =>
    counts.map((count, index) => {
      const height = length(count)
      return count > 0 ? { ...markPlace(index, counts.length, 0.6, 0.05), y: top(height), height } : null
    })
  return (
    <>
      <Bars level={axis} partial={partial} places={placesOf(success, (height) => axis - height)} tone="success" />
      <Bars level={axis} partial={partial} places={placesOf(failed, () => axis)} tone="failure" />
    </>
  )
}
