import { runsOf } from './runs'

/** A point of a drawing that stretches, from 0 to 1 from the left and from the top. */
export type Point = { x: number; y: number }

/** A rectangle of such a drawing. */
export type Place = Point & { width: number; height: number }

/** Upright strokes through the middle of rectangles, as the path of one element. */
export function barsPath(places: readonly Place[], columns: number): string {
  return places
    .map(({ x, y, width, height }) => `M${across(x + width / 2, columns)} ${down(y)}v${down(height)}`)
    .join('')
}

/** A line through neighbours, broken where there is none, as one path. */
export function linePath(points: readonly (Point | null)[]): string {
  return strokesPath(linesOf(points), points.length)
}

/** The area between two lines, where both have points, as one path. */
export function bandPath(points: readonly ({ x: number; top: number; bottom: number } | null)[]): string {
  return linesOf(points)
    .map((run) => {
      const top = run.map(({ x, top }) => ({ x, y: top }))
      const bottom = run.map(({ x, bottom }) => ({ x, y: bottom }))
      return `${strokesPath([[...top, ...bottom.toReversed()]], points.length)}z`
    })
    .join('')
}

/** Strokes without length, which round caps make dots, as one path. */
export function dotsPath(points: readonly Point[], columns: number): string {
  return points.map(({ x, y }) => `M${across(x, columns)} ${down(y)}h.1`).join('')
}

/** Strokes from point to point, as one path. */
export function strokesPath(strokes: readonly (readonly Point[])[], columns: number): string {
  return strokes.map((points) => `M${points.map(({ x, y }) => `${across(x, columns)} ${down(y)}`).join(' ')}`).join('')
}

/** How wide the drawing is in which these paths have short coordinates; it is 1,000 high. */
export function drawingWidth(columns: number): number {
  return columns * 10
}

function linesOf<T>(points: readonly (T | null)[]): T[][] {
  return runsOf(points)
    .filter((run) => run.length > 1)
    .map((run) => run.map(({ value }) => value))
}

function across(share: number, columns: number): number {
  return Math.round(share * drawingWidth(columns) * 10) / 10
}

function down(share: number): number {
  return Math.round(share * 1_000)
}
