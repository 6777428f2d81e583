import { Fragment, useId } from 'react'
import { Bar, Hatch } from '@/components/charts/hatch'
import { outcomeScale } from '@/lib/charts/outcome-scale'
import { percent } from '@/lib/charts/percent'
import { formatCount, plural } from '@/lib/format'

type Week = { success: number; failed: number; partial: boolean }

/** Successes above and failures below a line, week by week, in the space of a word and on a scale of their own. */
export function WeekBars({ weeks }: { weeks: readonly Week[] }) {
  const chart = useId()
  const { axis, length } = outcomeScale(weeks)
  const total = (kind: 'success' | 'failed') => weeks.reduce((sum, week) => sum + week[kind], 0)
  const label = `${formatCount(total('success'))} succeeded, ${formatCount(total('failed'))} failed in ${plural(weeks.length, 'week')}`
  return (
    <svg aria-label={label} className="h-9 w-full overflow-visible" role="img">
      <defs>
        <Hatch chart={chart} tone="success" />
        <Hatch chart={chart} tone="failure" />
      </defs>
      {weeks.map(({ success, failed, partial }, index) => {
        const place = { chart, partial, x: percent((index + 0.15) / weeks.length), width: percent(0.7 / weeks.length) }
        return (
          <Fragment key={place.x}>
            {success > 0 && (
              <Bar {...place} height={percent(length(success))} tone="success" y={percent(axis - length(success))} />
            )}
            {failed > 0 && <Bar {...place} height={percent(length(failed))} tone="failure" y={percent(axis)} />}
          </Fragment>
        )
      })}
      <line className="stroke-strong-line" x1="0" x2="100%" y1={percent(axis)} y2={percent(axis)} />
    </svg>
  )
}
