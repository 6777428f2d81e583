import { formatCount } from '@/lib/core/format'
import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import { percent } from '@/lib/insights/charts/percent'

type Props = { buckets: Pick<ChartBuckets, 'names' | 'marks'> }

const maxListed = 6

/** The first six of what was noted of a bucket, "Freeze: Black Friday, 27 to 30 Nov 2026", and how many more there are. */
export function markWords({ marks }: Props['buckets'], index: number): string[] {
  const own = marks.filter(({ first, last }) => first <= index && index <= last)
  const more = own.length - maxListed
  return [...own.slice(0, maxListed).map(({ words }) => words), ...(more > 0 ? [`and ${formatCount(more)} more`] : [])]
}

/** The buckets of annotations, shaded behind what a plot draws. */
export function MarkBands({ buckets: { names, marks } }: Props) {
  return marks.map(({ id, first, last }) => {
    const band = { x: percent(first / names.length), width: percent((last - first + 1) / names.length) }
    return (
      <g className="fill-muted" key={id}>
        <rect height="100%" opacity="0.08" {...band} />
        <rect height="3" {...band} />
      </g>
    )
  })
}

/** What the shaded days of the charts above are; nothing where there are none. */
export function AnnotationList({ buckets: { marks } }: Props) {
  if (marks.length === 0) return null
  return (
    <ul
      aria-label="Annotations"
      className="flex flex-wrap gap-x-4 gap-y-1 break-after-avoid text-xs text-muted wrap-anywhere"
    >
      {marks.slice(0, maxListed).map(({ id, words }) => (
        <li key={id}>{words}</li>
      ))}
      {marks.length > maxListed && <li>and {marks.length - maxListed} more, under Show as table</li>}
    </ul>
  )
}
