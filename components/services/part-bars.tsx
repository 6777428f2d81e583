'use client'

import { OutcomeMarks } from '@/components/charts/outcome-marks'
import { formatCount } from '@/lib/core/format'
import { type OutcomeCounts, outcomeScale } from '@/lib/insights/charts/outcome-scale'
import { percent } from '@/lib/insights/charts/percent'

/** The days or weeks of a period, as all services have them: which are partial, and the days that they reach over. */
type Parts = { unit: 'day' | 'week'; partial: readonly number[]; days: string }

/** Successes above and failures below a line, day by day or week by week, in the space of a word and on a scale of their own. */
export function PartBars({ outcomes, parts: { unit, partial, days } }: { outcomes: OutcomeCounts; parts: Parts }) {
  const scale = outcomeScale(outcomes)
  return (
    <svg aria-label={`${wordsOf(outcomes, unit)}, ${days}`} className="h-9 w-full overflow-visible" role="img">
      <OutcomeMarks outcomes={outcomes} partial={partial} scale={scale} />
      <line className="stroke-strong-line" x1="0" x2="100%" y1={percent(scale.axis)} y2={percent(scale.axis)} />
    </svg>
  )
}

function wordsOf({ success, failed }: OutcomeCounts, unit: string): string {
  const parts = success.map((count, part) => {
    const failures = failed[part] ?? 0
    return `${formatCount(count)}${failures > 0 ? ` and ${formatCount(failures)} failed` : ''}`
  })
  return `Succeeded per ${unit}: ${parts.join(', ')}`
}
