'use client'

import type { ReactNode } from 'react'
import { Missing } from '@/components/ui/missing'
import { formatDuration } from '@/lib/core/format'
import { durationAxis } from '@/lib/insights/charts/duration-axis'
import { dotsPath, strokesPath } from '@/lib/insights/charts/paths'
import { percent } from '@/lib/insights/charts/percent'
import { ChartFigure } from './chart-figure'
import { ChartTable } from './chart-table'
import { distributionCells, distributionColumns, type Percentiles } from './distribution-cells'
import { Stretched, Stroke } from './line'
import { NothingDrawn } from './nothing-drawn'

/** `note` stands under the name; `href` are the rows behind it. */
type Row = { label: string; href: string | null; percentiles: Percentiles | null; note?: string }
/** `empty` says why there is nothing to draw. */
type Props = { id: string; title: string; rows: readonly Row[]; empty?: string }

/** So fine that ticks lie where they should. */
const tickColumns = 100

/** Durations of several things on one scale: a dot at the median, ticks at p75 and p95. */
export function RangeStrip({ id, title, rows, empty = 'Nothing to measure in this period.' }: Props) {
  const axis = durationAxis(rows.flatMap(({ percentiles: p }) => (p ? [p.p50, p.p75, p.p95] : [])))
  if (rows.every(({ percentiles }) => !percentiles)) {
    return (
      <ChartFigure title={title}>
        <NothingDrawn>{empty}</NothingDrawn>
      </ChartFigure>
    )
  }
  const lines = strokesPath(
    axis.ticks.map(({ seconds }) => upright(axis.position(seconds))),
    tickColumns,
  )
  return (
    <ChartFigure title={title}>
      <p className="text-xs text-pretty text-muted">
        Half took no longer than the dot, 75 and 95 of 100 no longer than the ticks.
        {axis.kind === 'log' && ' Log scale.'}
      </p>
      <ul className="strips of-ranges">
        {rows.map((row) => (
          <li key={row.label}>
            <p>
              {row.href === null ? row.label : <a href={row.href}>{row.label}</a>}
              {row.note && <small>{row.note}</small>}
            </p>
            <svg aria-hidden="true">
              <Stretched columns={tickColumns}>
                <Stroke className="stroke-line" d={lines} />
                {row.percentiles && <Range percentiles={row.percentiles} position={axis.position} />}
              </Stretched>
            </svg>
            <p>
              <Value percentiles={row.percentiles} />
            </p>
          </li>
        ))}
      </ul>
      <div className="strips-axis of-ranges">
        <svg aria-hidden="true" textAnchor="middle">
          {axis.ticks.map(({ seconds, label }) => (
            <text
              key={seconds}
              textAnchor={seconds === 0 ? 'start' : undefined}
              x={percent(axis.position(seconds))}
              y="16"
            >
              {label}
            </text>
          ))}
        </svg>
      </div>
      <ChartTable
        caption={title}
        columns={['Name', ...distributionColumns]}
        id={id}
        rows={() =>
          rows.map(({ label, href, percentiles }) => ({ name: label, href, cells: distributionCells(percentiles) }))
        }
      />
    </ChartFigure>
  )
}

function upright(x: number, top = 0, bottom = 1) {
  return [
    { x, y: top },
    { x, y: bottom },
  ]
}

function Value({ percentiles }: { percentiles: Percentiles | null }): ReactNode {
  if (!percentiles) return <Missing why="Nothing to measure" />
  return (
    <>
      <span className="sr-only">p50 </span>
      {formatDuration(percentiles.p50)}
      <small>p95 {formatDuration(percentiles.p95)}</small>
    </>
  )
}

function Range({ percentiles, position }: { percentiles: Percentiles; position: (seconds: number) => number }) {
  const [p50, p75, p95] = [percentiles.p50, percentiles.p75, percentiles.p95].map(position) as [number, number, number]
  const range = [
    { x: p50, y: 0.5 },
    { x: p95, y: 0.5 },
  ]
  return (
    <>
      <Stroke className="stroke-strong-line stroke-2" d={strokesPath([range], tickColumns)} />
      <Stroke
        className="stroke-muted stroke-2"
        d={strokesPath(
          [p75, p95].map((x) => upright(x, 0.2, 0.8)),
          tickColumns,
        )}
      />
      <Stroke className="dot stroke-[9]" d={dotsPath(range.slice(0, 1), tickColumns)} />
    </>
  )
}
