import type { ReactNode } from 'react'
import { percent } from '@/lib/insights/charts/percent'
import { runsOf } from '@/lib/insights/charts/runs'

/** A point of a stretched drawing, from 0 to 1 from the left and from the top. */
type Point = { x: number; y: number }

type Props = { points: readonly (Point | null)[]; className: string; dashed?: boolean }

/** So many dots of a chart do not run into each other on a phone. */
export const maxDots = 31

/** A line through points, broken where there is none. */
export function Line({ points, className, dashed = false }: Props) {
  return (
    <Stretched>
      {runsOf(points)
        .filter(isLine)
        .map((run) => (
          <polyline
            className={`fill-none ${className}`}
            key={run[0]?.index}
            points={run.map(({ value }) => `${coordinate(value.x)},${coordinate(value.y)}`).join(' ')}
            strokeDasharray={dashed ? '3 3' : undefined}
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
          />
        ))}
    </Stretched>
  )
}

/** The area between two lines, where both have points. */
export function Band({
  points,
  className,
}: {
  points: readonly ({ x: number; top: number; bottom: number } | null)[]
  className: string
}) {
  return (
    <Stretched>
      {runsOf(points)
        .filter(isLine)
        .map((run) => {
          const top = run.map(({ value }) => `${coordinate(value.x)},${coordinate(value.top)}`)
          const bottom = run.map(({ value }) => `${coordinate(value.x)},${coordinate(value.bottom)}`)
          return (
            <polygon className={className} key={run[0]?.index} points={[...top, ...bottom.toReversed()].join(' ')} />
          )
        })}
    </Stretched>
  )
}

function isLine(run: readonly unknown[]): boolean {
  return run.length > 1
}

function Stretched({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      height="100%"
      overflow="visible"
      preserveAspectRatio="none"
      viewBox="0 0 1000 1000"
      width="100%"
    >
      {children}
    </svg>
  )
}

function coordinate(share: number): number {
  return Math.round(share * 10_000) / 10
}

/** A point that is seen; hollow where the bucket is partial. */
function Dot({ x, y, partial }: Point & { partial: boolean }) {
  return (
    <circle
      className={partial ? 'fill-paper stroke-ink' : 'fill-ink stroke-ink'}
      cx={percent(x)}
      cy={percent(y)}
      r="3"
      strokeWidth="1.5"
    />
  )
}

type DotsProps = { points: readonly (Point | null)[]; isPartial: (index: number) => boolean; max: number }

/** Dots on a line: all of them while there are `max` or fewer, else the last one, partial ones and those without neighbours. */
export function Dots({ points, isPartial, max }: DotsProps) {
  const runs = runsOf(points)
  const last = runs.at(-1)?.at(-1)
  const shown = runs.flatMap((run) =>
    run.filter((point) => points.length <= max || run.length === 1 || point === last || isPartial(point.index)),
  )
  return shown.map(({ index, value }) => <Dot key={index} partial={isPartial(index)} x={value.x} y={value.y} />)
}
