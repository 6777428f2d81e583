'use client'

import { LengthBar } from '@/components/ui/length-bar'
import { Link } from '@/components/ui/link'
import { exactSeconds, formatDuration } from '@/lib/core/format'
import type { LeadTime } from '@/lib/insights/metrics/lead-time'
import type { ReportNames } from '@/lib/insights/reports/name-report'

type Props = {
  slowest: LeadTime['slowest']
  missing: string | null
  names: ReportNames['pullRequests']
  organization: string
}

/** The pull requests that took longest to production, each leading to its page. */
export function Slowest({ slowest, missing, names, organization }: Props) {
  if (slowest.length === 0) return <p className="text-sm text-muted">{missing}</p>
  const longest = slowest[0]?.seconds ?? 0
  return (
    <ol className="slowest">
      {slowest.map(({ pullRequestId, seconds }) => {
        const name = names.get(pullRequestId)
        return (
          <li key={pullRequestId}>
            <div>
              <Link data-row href={`/${organization}/pull-requests/${pullRequestId}`} prefetch={false}>
                {name ? (
                  <>
                    <span>{`#${name.number}`}</span>
                    {` ${name.title}`}
                  </>
                ) : (
                  'A pull request that is gone'
                )}
              </Link>
              {name && <p>{name.repository}</p>}
            </div>
            <div>
              <p title={exactSeconds(seconds)}>{formatDuration(seconds)}</p>
              <LengthBar length={longest > 0 ? seconds / longest : 0} />
            </div>
          </li>
        )
      })}
    </ol>
  )
}
