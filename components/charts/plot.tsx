import { type ReactNode, useState } from 'react'
import { type ChartBuckets, rowsOf } from '@/lib/insights/charts/chart-buckets'
import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import { type LabelTier, labelTiers } from '@/lib/insights/charts/label-tiers'
import { strokesPath } from '@/lib/insights/charts/paths'
import { percent } from '@/lib/insights/charts/percent'
import { MarkBands, markWords } from './annotations'
import { ChartTable, type TableCell } from './chart-table'
import { Stretched, Stroke } from './line'
import { NothingDrawn } from './nothing-drawn'
import { PlotLink } from './plot-link'

/** A line across the plot; `at` from the top, 0, to the bottom, 1. */
type Tick = { label: string; at: number }

type Props = {
  /** Of the chart in its page. */
  id: string
  title: string
  buckets: ChartBuckets
  /** The address of the rows behind the buckets, their days left open. */
  rows: string
  ticks: readonly Tick[]
  /** Where 0 is. */
  axis: number
  /** What the marks mean, in the place of the read-out. */
  legend: ReactNode
  /** The figures of a bucket, in words. */
  describe: (index: number) => string
  /** Column heads of the table besides that of the buckets, and the cells of a bucket under them. */
  columns: readonly string[]
  cells: (index: number) => TableCell[]
  /** Said instead of drawing; null where there is something to draw. */
  empty: string | null
  /** Goals, and where their values lie. */
  goals?: { lines: readonly ChartGoal[]; yOf: (value: number) => number }
  /** Labels at the right end. */
  ends?: ReactNode
  /** The marks, in an SVG that stretches. */
  children: ReactNode
}

/** So many letters on an axis have room in 3rem; "1 h 30 min" takes half as much again. */
const shortLabel = 6

/**
 * Buckets side by side over an axis. All of them are one link: what the pointer or the arrow keys choose stands above the
 * plot, and its rows are what the link opens. The figures are a table as well.
 */
export function Plot(props: Props) {
  const { id, title, buckets, rows, columns, cells, describe, empty, goals } = props
  const isMarked = buckets.marks.length > 0
  if (empty !== null) return <NothingDrawn>{empty}</NothingDrawn>
  const lines = goals?.lines ?? []
  const goalOf = (index: number) => lines.find(({ first, last }) => first <= index && index <= last)
  const markCells = (index: number) =>
    isMarked ? [markWords(buckets, index).join('; ') || { missing: 'No annotation' }] : []
  const goalCells = (index: number) => (lines.length > 0 ? [goalOf(index)?.label ?? { missing: 'No goal' }] : [])
  return (
    <>
      <Drawing
        {...props}
        describe={(index) =>
          [describe(index), goalOf(index)?.label, ...markWords(buckets, index)]
            .filter((words) => words !== undefined)
            .join('; ')
        }
      />
      {lines.length > 0 && (
        <ul aria-label="Goals" className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted wrap-anywhere">
          {lines.map(({ first, words }) => (
            <li key={first}>{words}</li>
          ))}
        </ul>
      )}
      <ChartTable
        caption={title}
        columns={['Period', ...columns, ...(lines.length > 0 ? ['Goal'] : []), ...(isMarked ? ['Annotations'] : [])]}
        id={id}
        rows={() =>
          buckets.names.map((name, index) => ({
            name,
            href: rowsOf(rows, buckets, index),
            cells: [...cells(index), ...goalCells(index), ...markCells(index)],
          }))
        }
      />
    </>
  )
}

function Drawing({ title, buckets, rows, ticks, axis, legend, describe, ends, goals, children }: Props) {
  const [chosen, setChosen] = useState<number | null>(null)
  const columns = ends
    ? 'grid-cols-[var(--ticks)_minmax(0,1fr)_2.25rem] @md:grid-cols-[var(--ticks)_minmax(0,1fr)_6.5rem]'
    : 'grid-cols-[var(--ticks)_minmax(0,1fr)_1.25rem]'
  const room = ticks.some(({ label }) => label.length > shortLabel) ? '[--ticks:4.5rem]' : '[--ticks:3rem]'
  const level = (at: number) => [
    { x: 0, y: at },
    { x: 1, y: at },
  ]
  const levels = (places: readonly number[]) => strokesPath(places.map(level), 1)
  const count = buckets.names.length
  return (
    <div className={`plot ${room} ${columns}`}>
      <div className={`absolute inset-x-0 top-0 text-muted ${chosen === null ? '' : 'invisible'}`}>{legend}</div>
      <p aria-live="polite" className="pointer-events-none absolute inset-x-0 top-0">
        {chosen !== null && (
          <>
            <span className="block font-medium">{buckets.names[chosen]}</span>
            {describe(chosen)}
          </>
        )}
      </p>
      <svg aria-hidden="true" className="plot-ticks" dominantBaseline="middle" textAnchor="end">
        {ticks.map(({ label, at }) => (
          <text key={at} x="100%" y={percent(at)}>
            {label}
          </text>
        ))}
      </svg>
      <svg aria-hidden="true" className="plot-area">
        {chosen !== null && (
          <rect className="fill-line/60" height="100%" width={percent(1 / count)} x={percent(chosen / count)} />
        )}
        <MarkBands buckets={buckets} />
        <Stretched columns={1}>
          <Stroke className="stroke-line" d={levels(ticks.map(({ at }) => at))} />
          <Stroke className="stroke-strong-line" d={levels([axis])} />
        </Stretched>
        {children}
        {goals && <GoalLines count={count} {...goals} />}
      </svg>
      <PlotLink
        buckets={buckets}
        choose={setChosen}
        chosen={chosen}
        className="plot-area"
        describe={describe}
        rows={rows}
        title={title}
      />
      {ends}
      <BucketLabels buckets={buckets} />
    </div>
  )
}

/** Share of the width after which the name of a goal would reach into what stands at the right of the plot. */
const lateStart = 0.75

/** A line for each goal, named where it begins, or at its end where it begins late. */
function GoalLines({ lines, yOf, count }: NonNullable<Props['goals']> & { count: number }) {
  return lines.map(({ first, last, value, label }) => {
    const y = yOf(value)
    const line = [
      { x: first / count, y },
      { x: (last + 1) / count, y },
    ]
    const isLate = first / count > lateStart
    return (
      <g key={first}>
        <Stretched columns={1}>
          <Stroke className="stroke-muted" d={strokesPath([line], 1)} />
        </Stretched>
        <text
          className="fill-muted stroke-paper stroke-[3] [paint-order:stroke]"
          dominantBaseline={y < 0.1 ? 'hanging' : 'auto'}
          dy={y < 0.1 ? 5 : -5}
          textAnchor={isLate ? 'end' : undefined}
          x={percent((isLate ? last + 1 : first) / count)}
          y={percent(y)}
        >
          {label}
        </text>
      </g>
    )
  })
}

const tierClasses: { tier: LabelTier; className?: string }[] = [
  { tier: 'narrow' },
  { tier: 'medium', className: '@max-md:hidden' },
  { tier: 'wide', className: '@max-3xl:hidden' },
]

function BucketLabels({ buckets: { names, labels } }: { buckets: ChartBuckets }) {
  const labelled = labelTiers(names.length)
    .flatMap((tier, index) => (tier === 'never' ? [] : { tier, index }))
    .map((each, place) => ({ ...each, label: labels[place] }))
  return (
    <svg aria-hidden="true" className="plot-labels" textAnchor="middle">
      {tierClasses.map(({ tier, className }) => (
        <g className={className} key={tier}>
          {labelled
            .filter((each) => each.tier === tier)
            .map(({ index, label }) => (
              <text key={index} x={percent((index + 0.5) / names.length)}>
                {label}
              </text>
            ))}
        </g>
      ))}
    </svg>
  )
}
