import type { ReactNode } from 'react'
import { dotsPath, linePath, type Point, viewBox } from '@/lib/insights/charts/paths'
import { runsOf } from '@/lib/insights/charts/runs'

/** So many dots of a chart do not run into each other on a phone. */
export const maxDots = 31

type LineProps = {
  points: readonly (Point | null)[]
  /** Indexes of days and weeks that are not whole: a few days more or less must not bend the line. */
  partial?: readonly number[]
  className: string
  dashed?: boolean
}

/** A line through points, broken where there is none; in a drawing that stretches. */
export function Line({ points, partial = [], ...look }: LineProps) {
  return <Stroke d={linePath(whole(points, partial))} {...look} />
}

/** Values without those of partial buckets. */
export function whole<T>(values: readonly (T | null)[], partial: readonly number[]): (T | null)[] {
  return values.map((value, index) => (partial.includes(index) ? null : value))
}

type StrokeProps = { d: string; className: string; dashed?: boolean }

/** The strokes of a path, as wide as they are told to be however the drawing around it is stretched. */
export function Stroke({ d, className, dashed = false }: StrokeProps) {
  if (d === '') return null
  return <path className={className} d={d} strokeDasharray={dashed ? '3 3' : undefined} />
}

type StretchedProps = { columns: number; level?: number; children: ReactNode }

/** A drawing for the paths of so many columns, with 0 at a level of it, that fills the one around it. */
export function Stretched({ columns, level, children }: StretchedProps) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the one around it is hidden or has a name
    <svg preserveAspectRatio="none" viewBox={viewBox(columns, level)}>
      {children}
    </svg>
  )
}

type DotsProps = { points: readonly (Point | null)[]; partial: readonly number[]; max: number }

/**
 * Dots on a line: all of them while there are `max` or fewer, else the last one, partial ones and those without
 * neighbours. Those of partial buckets are hollow.
 */
export function Dots({ points, partial, max }: DotsProps) {
  const known = runsOf(points).flat()
  const last = known.at(-1)
  const lone = new Set(
    runsOf(whole(points, partial))
      .flatMap((run) => (run.length === 1 ? run : []))
      .map(({ index }) => index),
  )
  const shown = known.filter(
    (point) => points.length <= max || lone.has(point.index) || point === last || partial.includes(point.index),
  )
  const hollow = shown.filter(({ index }) => partial.includes(index))
  const pathOf = (dots: typeof shown) =>
    dotsPath(
      dots.map(({ value }) => value),
      points.length,
    )
  return (
    <>
      <Stroke className="dot" d={pathOf(shown)} />
      <Stroke className="hollow-dot" d={pathOf(hollow)} />
    </>
  )
}
