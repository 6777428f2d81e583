import type { ReactNode } from 'react'
import { Missing } from '@/components/ui/missing'
import { formatDuration } from '@/lib/core/format'
import { durationAxis } from '@/lib/insights/charts/duration-axis'
import { percent } from '@/lib/insights/charts/percent'
import type { Distribution } from '@/lib/insights/metrics/distribution'
import { ChartFigure } from './chart-figure'
import { ChartTable } from './chart-table'
import { distributionCells, distributionColumns } from './distribution-cells'
import { NothingDrawn } from './nothing-drawn'

/** `note` stands under the name; `href` are the rows behind it. */
type Row = { label: string; href: string | null; distribution: Distribution | null; note?: string }
/** `empty` says why there is nothing to draw. */
type Props = { title: string; rows: readonly Row[]; empty?: string }

const columns = 'grid grid-cols-[minmax(0,1fr)_6rem] gap-x-4 @lg:grid-cols-[10rem_minmax(0,1fr)_6rem]'
const strip = 'col-span-2 row-start-2 @lg:col-span-1 @lg:col-start-2 @lg:row-start-1'

/** Durations of several things on one scale: a dot at the median, ticks at p75 and p95. */
export function RangeStrip({ title, rows, empty = 'Nothing to measure in this period.' }: Props) {
  const axis = durationAxis(rows.flatMap(({ distribution: d }) => (d ? [d.p50, d.p75, d.p95] : [])))
  if (rows.every(({ distribution }) => !distribution)) {
    return (
      <ChartFigure title={title}>
        <NothingDrawn>{empty}</NothingDrawn>
      </ChartFigure>
    )
  }
  return (
    <ChartFigure title={title}>
      <p className="text-xs text-pretty text-muted">
        Half took no longer than the dot, 75 and 95 of 100 no longer than the ticks.
        {axis.kind === 'log' && ' Log scale.'}
      </p>
      <ul className="text-sm tabular-nums">
        {rows.map((row) => (
          <li className={`relative border-t border-line py-2 hover:bg-raised ${columns}`} key={row.label}>
            <p className="min-w-0 wrap-anywhere">
              {row.href === null ? (
                row.label
              ) : (
                <a className="after:absolute after:inset-0" href={row.href}>
                  {row.label}
                </a>
              )}
              {row.note && <span className="block text-xs text-muted">{row.note}</span>}
            </p>
            <svg aria-hidden="true" className={`h-6 w-full overflow-visible ${strip}`}>
              {axis.ticks.map(({ seconds }) => {
                const x = percent(axis.position(seconds))
                return <line className="stroke-line" key={seconds} x1={x} x2={x} y1="0" y2="100%" />
              })}
              {row.distribution && <Range distribution={row.distribution} position={axis.position} />}
            </svg>
            <p className="text-right @lg:col-start-3">
              <Value distribution={row.distribution} />
            </p>
          </li>
        ))}
        <li className={`border-t border-line text-xs ${columns}`}>
          <svg aria-hidden="true" className={`h-6 w-full overflow-visible ${strip}`}>
            {axis.ticks.map(({ seconds, label }) => (
              <text
                className="fill-muted"
                key={seconds}
                textAnchor={seconds === 0 ? 'start' : 'middle'}
                x={percent(axis.position(seconds))}
                y="16"
              >
                {label}
              </text>
            ))}
          </svg>
        </li>
      </ul>
      <ChartTable
        caption={title}
        columns={['Name', ...distributionColumns]}
        rows={rows.map(({ label, href, distribution }) => ({
          id: label,
          name: label,
          href,
          cells: distributionCells(distribution),
        }))}
      />
    </ChartFigure>
  )
}

function Value({ distribution }: { distribution: Distribution | null }): ReactNode {
  if (!distribution) return <Missing why="Nothing to measure" />
  return (
    <>
      <span className="sr-only">p50 </span>
      {formatDuration(distribution.p50)}
      <span className="block text-xs text-muted">p95 {formatDuration(distribution.p95)}</span>
    </>
  )
}

function Range({ distribution, position }: { distribution: Distribution; position: (seconds: number) => number }) {
  const { p50, p75, p95 } = distribution
  return (
    <>
      <line
        className="stroke-strong-line stroke-2"
        x1={percent(position(p50))}
        x2={percent(position(p95))}
        y1="50%"
        y2="50%"
      />
      {[p75, p95].map((seconds, index) => {
        const x = percent(position(seconds))
        return (
          <line className="stroke-muted stroke-2" key={index === 0 ? 'p75' : 'p95'} x1={x} x2={x} y1="20%" y2="80%" />
        )
      })}
      <circle className="fill-ink" cx={percent(position(p50))} cy="50%" r="4.5" />
    </>
  )
}
