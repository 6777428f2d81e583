'use client'

import { formatCount } from '@/lib/core/format'
import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import { type OutcomeCounts, outcomeScale } from '@/lib/insights/charts/outcome-scale'
import { ChartFigure } from './chart-figure'
import { Key } from './key'
import { OutcomeMarks } from './outcome-marks'
import { Plot } from './plot'

/** `unit` is what is counted, in the plural: "deployments"; `failed` says what counts as failed. */
type Props = {
  id: string
  title: string
  buckets: ChartBuckets
  rows: string
  outcomes: OutcomeCounts
  unit: string
  failed: string
  goals?: readonly ChartGoal[]
}

/** Successes as bars above the axis, failures below it. */
export function OutcomeBars({ id, title, buckets, rows, outcomes, unit, failed, goals = [] }: Props) {
  const scale = outcomeScale({ ...outcomes, success: [...outcomes.success, ...goals.map(({ value }) => value)] })
  const isEmpty = [...outcomes.success, ...outcomes.failed].every((count) => count === 0)
  const textOf = (counts: readonly number[], index: number) => formatCount(counts[index] ?? 0)
  return (
    <ChartFigure title={title}>
      <Plot
        axis={scale.axis}
        buckets={buckets}
        cells={(index) => [textOf(outcomes.success, index), textOf(outcomes.failed, index)]}
        columns={['Succeeded', `${failed.charAt(0).toUpperCase()}${failed.slice(1)}`]}
        describe={(index) =>
          `${textOf(outcomes.success, index)} succeeded, ${textOf(outcomes.failed, index)} ${failed}`
        }
        empty={isEmpty ? `No ${unit} in this period.` : null}
        goals={{ lines: goals, yOf: (count) => scale.axis - scale.length(count) }}
        id={id}
        legend={
          <>
            <Key tone="success">succeeded</Key>
            <Key tone="failure">{failed}, below the line</Key>
          </>
        }
        rows={rows}
        ticks={scale.ticks.map(({ count, at }) => ({ label: formatCount(count), at }))}
        title={title}
      >
        <OutcomeMarks outcomes={outcomes} partial={buckets.partial} scale={scale} />
      </Plot>
    </ChartFigure>
  )
}
