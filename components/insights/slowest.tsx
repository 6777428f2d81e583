'use client'

import { Link } from '@/components/ui/link'
import { formatDuration } from '@/lib/core/format'
import type { LeadTime } from '@/lib/insights/metrics/lead-time'
import type { ReportNames } from '@/lib/insights/reports/name-report'

type Props = { slowest: LeadTime['slowest']; missing: string | null; names: ReportNames; organization: string }

/** Said once, for all rows. */
const looks =
  '*:relative *:grid *:gap-x-8 *:gap-y-1 *:border-t *:border-line *:py-2.5 *:hover:bg-raised sm:*:grid-cols-[minmax(0,1fr)_8rem] sm:*:items-center [&_a]:after:absolute [&_a]:after:inset-0'

/** The pull requests that took longest to production, each leading to its page. */
export function Slowest({ slowest, missing, names, organization }: Props) {
  if (slowest.length === 0) return <p className="text-sm text-muted">{missing}</p>
  const longest = slowest[0]?.seconds ?? 0
  return (
    <ol className={`flex flex-col border-b border-line text-sm ${looks}`}>
      {slowest.map(({ pullRequestId, seconds }) => {
        const name = names.pullRequests.get(pullRequestId)
        return (
          <li key={pullRequestId}>
            <div className="min-w-0 break-words">
              <Link data-row href={`/${organization}/pull-requests/${pullRequestId}`} prefetch={false}>
                {name ? (
                  <>
                    <span className="text-muted tabular-nums">#{name.number}</span> {name.title}
                  </>
                ) : (
                  'A pull request that is gone'
                )}
              </Link>
              {name && <p className="text-xs text-muted">{name.repository}</p>}
            </div>
            <div className="flex flex-col gap-1 sm:items-end">
              <p className="tabular-nums" title={`${seconds} s`}>
                {formatDuration(seconds)}
              </p>
              <svg aria-hidden="true" className="h-1.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 1">
                <rect className="fill-line" height="1" width="100" />
                <rect className="fill-ink" height="1" width={longest > 0 ? (seconds / longest) * 100 : 0} />
              </svg>
            </div>
          </li>
        )
      })}
    </ol>
  )
}
