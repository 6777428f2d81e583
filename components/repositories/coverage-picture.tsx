import { formatCount, plural } from '@/lib/core/format'
import type { Coverage } from '@/lib/sources/repositories/coverage'
import type { Shares } from '@/lib/sources/repositories/coverage-of'

/** The share of production successes with a pull request: over all, and by repository where there are several. */
export function CoveragePicture({ shares, repositories }: Pick<Coverage, 'shares' | 'repositories'>) {
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-col gap-4">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="text-4xl font-semibold tracking-tight tabular-nums">{percent(shares)}</span>
          <span className="text-sm text-muted">
            of {plural(shares.all, 'production deployment is', 'production deployments are')} linked to a pull request
          </span>
        </p>
        <CoverageBar className="h-2.5 w-full" shares={shares} />
        <ul className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
          {shareOrder
            .filter((share) => shares[share] > 0)
            .map((share) => (
              <li className="flex items-center gap-2" key={share}>
                <svg aria-hidden="true" className="size-2.5" viewBox="0 0 10 10">
                  <rect className={shareWords[share].fill} height="10" width="10" />
                </svg>
                <span>
                  <span className="font-medium tabular-nums">{formatCount(shares[share])}</span>{' '}
                  <span className="text-muted">{shareWords[share].words}</span>
                </span>
              </li>
            ))}
        </ul>
      </div>
      {repositories.length > 1 && <ByRepository repositories={repositories} />}
    </div>
  )
}

const maxRows = 20

function ByRepository({ repositories }: Pick<Coverage, 'repositories'>) {
  const rest = repositories.length - maxRows
  return (
    <div className="flex flex-col gap-2">
      <table className="w-full border-collapse text-sm">
        <caption className="sr-only">Production deployments that are linked, by repository</caption>
        <thead>
          <tr className="text-left text-xs text-muted [&_th]:border-b [&_th]:border-line [&_th]:pb-2 [&_th]:font-medium">
            <th scope="col">Repository</th>
            <th className="max-sm:hidden" scope="col">
              <span className="sr-only">Shares</span>
            </th>
            <th className="pl-4 text-right" scope="col">
              Linked
            </th>
            <th className="pl-4 text-right" scope="col">
              Not linked
            </th>
            <th className="pl-4 text-right max-sm:hidden" scope="col">
              Deployments
            </th>
          </tr>
        </thead>
        <tbody className="tabular-nums [&_td]:border-b [&_td]:border-line [&_th]:border-b [&_th]:border-line">
          {repositories.slice(0, maxRows).map(({ repository, shares }) => (
            <tr key={repository?.id ?? 'none'}>
              <th className="py-2 pr-4 text-left font-medium wrap-anywhere" scope="row">
                {repository?.fullName ?? <span className="text-muted">In no repository</span>}
              </th>
              <td className="w-2/5 max-sm:hidden">
                <CoverageBar className="h-1.5 w-full" shares={shares} />
              </td>
              <td className="pl-4 text-right whitespace-nowrap">{percent(shares)}</td>
              <td className="pl-4 text-right">{formatCount(shares.missing)}</td>
              <td className="pl-4 text-right text-muted max-sm:hidden">{formatCount(shares.all)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 && <p className="text-sm text-muted">and {plural(rest, 'more repository', 'more repositories')}</p>}
    </div>
  )
}

/** Whole per cent; 100 and 0 only when it is all of them, or none. */
function percent({ linked, all }: Shares): string {
  if (linked === 0 || linked === all) return linked === 0 ? '0%' : '100%'
  return `${Math.min(Math.max(Math.round((linked / all) * 100), 1), 99)}%`
}

type Share = Exclude<keyof Shares, 'all'>

const shareWords: Record<Share, { words: string; fill: string }> = {
  linked: { words: 'with pull requests', fill: 'fill-success' },
  commits: { words: 'with commits only', fill: 'fill-progress' },
  nothingNew: { words: 'with nothing new', fill: 'fill-strong-line' },
  missing: { words: 'not linked', fill: 'fill-failure' },
}

const shareOrder: readonly Share[] = ['linked', 'commits', 'nothingNew', 'missing']

/** Shares side by side; the words and numbers stand next to it. */
function CoverageBar({ shares, className }: { shares: Shares; className: string }) {
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
