import { type KeyboardEvent, type PointerEvent, useId } from 'react'
import { type ChartBuckets, rowsOf } from '@/lib/insights/charts/chart-buckets'

type Props = {
  title: string
  buckets: ChartBuckets
  /** The address of the rows behind the buckets, their days left open. */
  rows: string
  /** The place of the bucket that the link leads to; null for all of them. */
  chosen: number | null
  choose: (index: number | null) => void
  /** The figures of a bucket, in words. */
  describe: (index: number) => string
  className: string
}

/** Lies over a plot: the pointer and the arrow keys choose a bucket, a click or Enter opens its rows. */
export function PlotLink({ title, buckets, rows, chosen, choose, describe, className }: Props) {
  const help = useId()
  const last = buckets.names.length - 1
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(Math.min(Math.max(Math.floor(((clientX - left) / width) * (last + 1)), 0), last))
  }
  const press = (event: KeyboardEvent) => {
    const next = afterKey(event.key, chosen ?? last, last)
    if (next === null || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    choose(next)
  }
  return (
    <>
      <a
        aria-describedby={help}
        className={`rounded-sm ${className}`}
        href={rowsOf(rows, buckets, chosen)}
        onBlur={() => choose(null)}
        onFocus={({ currentTarget }) => currentTarget.matches(':focus-visible') && choose(chosen ?? last)}
        onKeyDown={press}
        onPointerDown={point}
        onPointerLeave={() => choose(null)}
        onPointerMove={point}
      >
        <span className="sr-only">{chosen === null ? title : `${buckets.names[chosen]}: ${describe(chosen)}`}</span>
      </a>
      <span hidden id={help}>
        Arrow keys lead along, Enter opens the rows.
      </span>
    </>
  )
}

/** The bucket that a key leads to; null for a key that leads nowhere. */
function afterKey(key: string, from: number, last: number): number | null {
  if (key === 'ArrowLeft') return Math.max(from - 1, 0)
  if (key === 'ArrowRight') return Math.min(from + 1, last)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}
