'use client'

import { useId } from 'react'
import { OutcomeMarks } from '@/components/charts/outcome-marks'
import { formatCount } from '@/lib/core/format'
import { type OutcomeCounts, outcomeScale } from '@/lib/insights/charts/outcome-scale'
import { percent } from '@/lib/insights/charts/percent'

/** The weeks of a period, as all services have them: which are partial, and the days that they reach over, in words. */
type Weeks = { partial: readonly number[]; days: string }

/** Successes above and failures below a line, week by week, in the space of a word and on a scale of their own. */
export function WeekBars({ outcomes, weeks: { partial, days } }: { outcomes: OutcomeCounts; weeks: Weeks }) {
  const chart = useId()
  const scale = outcomeScale(outcomes)
  return (
    <svg aria-label={`${wordsOf(outcomes)}, ${days}`} className="h-9 w-full overflow-visible" role="img">
      <OutcomeMarks chart={chart} outcomes={outcomes} partial={partial} scale={scale} />
      <line className="stroke-strong-line" x1="0" x2="100%" y1={percent(scale.axis)} y2={percent(scale.axis)} />
    </svg>
  )
}

function wordsOf({ success, failed }: OutcomeCounts): string {
  const weeks = success.map((count, week) => {
    const failures = failed[week] ?? 0
    return `${formatCount(count)}${failures > 0 ? ` and ${formatCount(failures)} failed` : ''}`
  })
  return `Succeeded per week: ${weeks.join(', ')}`
}
