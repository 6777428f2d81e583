import { runsOf } from './runs'

/** A point of a drawing that stretches, from 0 to 1 from the left and from the top. */
export type Point = { x: number; y: number }

/** A rectangle of such a drawing. */
export type Place = Point & { width: number; height: number }

/** Bars that stand on a level of the drawing or hang from it, as the path of one element; it is 0 in that path. */
export function barsPath(places: readonly Place[], columns: number, level: number): string {
  return places
    .map(({ x, y, width, height }) => `M${across(x + width / 2, columns)} 0v${down(y < level ? -height : height)}`)
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
  return points.map(({ x, y }) => `M${across(x, columns)} ${down(y)}h.001`).join('')
}

/** Strokes from point to point, as one path. */
export function strokesPath(strokes: readonly (readonly Point[])[], columns: number): string {
  return strokes.map((points) => strokePath(points.map(({ x, y }) => ({ x: across(x, columns), y: down(y) })))).join('')
}

/** Where the paths of a drawing of so many columns lie: one unit wide each, the middle of the first at 0; 1,000 high. */
export function viewBox(columns: number, level = 0): string {
  return `-.5 ${-down(level)} ${columns} 1000`
}

function strokePath([first, ...rest]: readonly Point[]): string {
  if (!first) return ''
  const before = [first, ...rest]
  const steps = rest.map(({ x, y }, index) =>
    step(hundredths(x - (before[index]?.x ?? x)), y - (before[index]?.y ?? y)),
  )
  return `M${first.x} ${first.y}${steps.join('')}`
}

/** To a point so far from the one before, as short as it can be written. */
function step(dx: number, dy: number): string {
  if (dx === 0) return `v${dy}`
  return dy === 0 ? `h${dx}` : `l${dx}${dy < 0 ? '' : ' '}${dy}`
}

function linesOf<T>(points: readonly (T | null)[]): T[][] {
  return runsOf(points)
    .filter((run) => run.length > 1)
    .map((run) => run.map(({ value }) => value))
}

function across(share: number, columns: number): number {
  return hundredths(share * columns - 0.5)
}

function down(share: number): number {
  return Math.round(share * 1_000)
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100
}
