import { RangeStrip } from '@/components/charts/range-strip'
import { formatCount, plural } from '@/lib/format'
import type { CycleTime, SizeClass } from '@/lib/metrics/cycle-time'

/** How long pull requests took from opening to merge, by how many lines they changed. */
export function SizeStrip({ cycleTime: { bySize, distribution: all, missing } }: { cycleTime: CycleTime }) {
  return (
    <RangeStrip
      empty={missing ?? undefined}
      rows={(all ? bySize : []).map(({ class: size, distribution }) => ({
        label: `${size.name}, ${linesOf(size)}`,
        href: null,
        distribution,
        note: plural(distribution?.count ?? 0, 'pull request'),
      }))}
      title="Opened to merged, by size"
    />
  )
}

function linesOf({ atLeast, below }: SizeClass): string {
  if (below === null) return `${formatCount(atLeast)} lines or more`
  return atLeast === 0
    ? `under ${formatCount(below)} lines`
    : `${formatCount(atLeast)} to ${formatCount(below - 1)} lines`
}
