import type { Shares } from '@/lib/repositories/coverage-of'

export type Share = Exclude<keyof Shares, 'all'>

export const shareWords: Record<Share, { words: string; fill: string }> = {
  linked: { words: 'with pull requests', fill: 'fill-success' },
  commits: { words: 'with commits only', fill: 'fill-progress' },
  nothingNew: { words: 'with nothing new', fill: 'fill-strong-line' },
  missing: { words: 'not linked', fill: 'fill-failure' },
}

export const shareOrder: readonly Share[] = ['linked', 'commits', 'nothingNew', 'missing']

/** Shares side by side; the words and numbers stand beside it. */
export function CoverageBar({ shares, className }: { shares: Shares; className: string }) {
  const present = shareOrder.filter((share) => shares[share] > 0)
  const widths = present.map((share) => (shares[share] / Math.max(shares.all, 1)) * 1000)
  return (
    <svg aria-hidden="true" className={className} preserveAspectRatio="none" viewBox="0 0 1000 10">
      {present.map((share, index) => (
        <rect
          className={shareWords[share].fill}
          height="10"
          key={share}
          width={Math.max((widths[index] ?? 0) - (index < present.length - 1 ? 2 : 0), 1.5)}
          x={widths.slice(0, index).reduce((sum, width) => sum + width, 0)}
          y="0"
        />
      ))}
    </svg>
  )
}
