import { useId } from 'react'
import { bucketName } from '@/components/charts/bucket'
import { OutcomeMarks } from '@/components/charts/outcome-marks'
import { formatCount } from '@/lib/core/format'
import { outcomeScale } from '@/lib/insights/charts/outcome-scale'
import { percent } from '@/lib/insights/charts/percent'
import { daysText } from '@/lib/insights/reports/wording'
import type { Bucket } from '@/lib/time/period'

type Week = Pick<Bucket, 'firstDay' | 'lastDay' | 'partial'> & { success: number; failed: number }

/** Successes above and failures below a line, week by week, in the space of a word and on a scale of their own. */
export function WeekBars({ weeks }: { weeks: readonly Week[] }) {
  const chart = useId()
  const scale = outcomeScale(weeks)
  return (
    <svg aria-label={weeks.map(wordsOf).join('; ')} className="h-9 w-full overflow-visible" role="img">
      <OutcomeMarks buckets={weeks} chart={chart} scale={scale} />
      <line className="stroke-strong-line" x1="0" x2="100%" y1={percent(scale.axis)} y2={percent(scale.axis)} />
    </svg>
  )
}

function wordsOf({ firstDay, lastDay, partial, success, failed }: Week): string {
  const name = bucketName({ longLabel: daysText(firstDay, lastDay), partial })
  return `${name}: ${formatCount(success)} succeeded, ${formatCount(failed)} failed`
}
