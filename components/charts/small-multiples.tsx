'use client'

import { formatCount } from '@/lib/core/format'
import { type OutcomeCounts, type OutcomeScale, outcomeScale } from '@/lib/insights/charts/outcome-scale'
import { percent } from '@/lib/insights/charts/percent'
import { ChartFigure } from './chart-figure'
import { ChartTable } from './chart-table'
import { OutcomeMarks } from './outcome-marks'

/** `note` stands under the name, and what is wrong right now after it. */
export type Multiple = OutcomeCounts & { name: string; href: string; note: string; wrong: string | null }

/** `names` and `partial` are those of the days or weeks, which `unit` says; `failed` says what counts as failed. */
type Props = {
  id: string
  title: string
  legend: string
  failed: string
  unit: 'Day' | 'Week'
  names: readonly string[]
  partial: readonly number[]
  multiples: readonly Multiple[]
}

/** Where rows of four would leave one or two charts alone. */
const inThrees = new Set([3, 5, 6])

/** Successes and failures of several things over days or weeks, side by side on one scale, and in one table. */
export function SmallMultiples({ id, title, legend, failed, unit, names, partial, multiples }: Props) {
  const scale = outcomeScale({
    success: multiples.flatMap(({ success }) => success),
    failed: multiples.flatMap(({ failed }) => failed),
  })
  return (
    <ChartFigure title={title}>
      <p className="text-xs text-pretty text-muted">{legend}</p>
      <div
        className={`grid grid-cols-2 gap-x-6 gap-y-8 py-3 ${inThrees.has(multiples.length) ? 'lg:grid-cols-3' : 'lg:grid-cols-4'}`}
      >
        {multiples.map((multiple) => (
          <SmallMultiple key={multiple.name} multiple={multiple} partial={partial} scale={scale} />
        ))}
      </div>
      <ChartTable
        caption={title}
        columns={[unit, ...multiples.map(({ name }) => name)]}
        id={id}
        rows={() =>
          names.map((name, week) => ({
            name,
            href: null,
            cells: multiples.map((multiple) => weekText(multiple, week, failed)),
          }))
        }
      />
    </ChartFigure>
  )
}

type MultipleProps = { multiple: Multiple; partial: readonly number[]; scale: OutcomeScale }

function SmallMultiple({ multiple, partial, scale }: MultipleProps) {
  const { name, href, note, wrong } = multiple
  return (
    <figure className="multiple">
      <figcaption title={name}>
        <a href={href}>{name}</a>
      </figcaption>
      <p>
        {note}
        {wrong !== null && <span className="font-medium text-failure">, {wrong}</span>}
      </p>
      <svg aria-hidden="true">
        <OutcomeMarks outcomes={multiple} partial={partial} scale={scale} />
        <line className="stroke-strong-line" x1="0" x2="100%" y1={percent(scale.axis)} y2={percent(scale.axis)} />
      </svg>
    </figure>
  )
}

function weekText(outcomes: OutcomeCounts, week: number, failed: string): string {
  const count = outcomes.failed[week] ?? 0
  return `${formatCount(outcomes.success[week] ?? 0)} succeeded${count > 0 ? `, ${formatCount(count)} ${failed}` : ''}`
}
