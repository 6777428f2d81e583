import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/core/format'
import type { RowsFilter, RowsSelection, RowsSort } from '@/lib/insights/metrics/drilldown/selection'
import type { RowsPage } from '@/lib/insights/reports/rows/read-rows'

type Props = Pick<RowsPage, 'filters' | 'selection' | 'total'> & {
  /** What the rows can be sorted by, besides the latest first. */
  sorts: readonly RowsSort[]
  hrefOf: (selection: RowsSelection) => string
}

type Choice = { title: string; count?: number; selection: RowsSelection; current: boolean }

const filterTitles: Record<RowsFilter, string> = { counted: 'Only counted', failed: 'Only failed' }
const sortTitles: Record<RowsSort, string> = { slowest: 'Slowest first', largest: 'Largest first' }

/** Which rows are listed, and in which order. A filter that makes no difference is left out until it is chosen. */
export function RowsChoices({ filters, selection, total, sorts, hrefOf }: Props) {
  const { only, sort } = selection
  const offered = filters.filter((filter) => filter.only === only || (filter.count > 0 && filter.count < total))
  const groups: Choice[][] = [
    [
      { title: 'All', count: total, selection: { only: null, sort }, current: only === null },
      ...offered.map((filter) => ({
        title: filterTitles[filter.only],
        count: filter.count,
        selection: { only: filter.only, sort },
        current: filter.only === only,
      })),
    ],
    [
      { title: 'Latest first', selection: { only, sort: null }, current: sort === null },
      ...sorts.map((each) => ({ title: sortTitles[each], selection: { only, sort: each }, current: sort === each })),
    ],
  ]
  const shown = groups.filter((choices) => choices.length > 1)
  if (shown.length === 0) return null
  return (
    <nav aria-label="Which rows" className="flex flex-wrap gap-x-10 gap-y-1">
      {shown.map((choices) => (
        <div className="flex flex-wrap gap-x-5" key={choices[0]?.title}>
          {choices.map(({ title, count, selection: chosen, current }) => (
            <Link
              aria-current={current ? 'true' : undefined}
              className="border-b-2 border-transparent px-0.5 py-1.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
              href={hrefOf(chosen)}
              key={title}
              prefetch={false}
              scroll={false}
            >
              {title}
              {count !== undefined && <span className="font-normal tabular-nums"> {formatCount(count)}</span>}
            </Link>
          ))}
        </div>
      ))}
    </nav>
  )
}
