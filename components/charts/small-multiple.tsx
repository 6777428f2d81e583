import { type ReactNode, useId } from 'react'
import type { OutcomeScale } from '@/lib/insights/charts/outcome-scale'
import { percent } from '@/lib/insights/charts/percent'
import { OutcomeMarks } from './outcome-marks'

type Week = { success: number; failed: number; partial: boolean }

/** `scale` is the one of all the charts next to it, by `outcomeScale`; `children` stands under the name. */
type Props = { title: string; href: string; weeks: readonly Week[]; scale: OutcomeScale; children?: ReactNode }

/** Successes and failures of one thing among others, week by week; the figures stand in a table of all of them. */
export function SmallMultiple({ title, href, weeks, scale, children }: Props) {
  const chart = useId()
  return (
    <figure className="group relative flex h-full min-w-0 flex-col gap-2 hover:bg-raised">
      <figcaption className="line-clamp-2 text-sm font-medium wrap-anywhere" title={title}>
        <a className="underline-offset-4 group-hover:underline after:absolute after:inset-0" href={href}>
          {title}
        </a>
      </figcaption>
      {children}
      <svg aria-hidden="true" className="mt-auto h-16 w-full overflow-visible">
        <OutcomeMarks buckets={weeks} chart={chart} scale={scale} />
        <line className="stroke-strong-line" x1="0" x2="100%" y1={percent(scale.axis)} y2={percent(scale.axis)} />
      </svg>
    </figure>
  )
}
