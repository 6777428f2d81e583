import { LengthBar } from '@/components/ui/length-bar'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { exactSeconds, formatDuration } from '@/lib/core/format'
import { methodInWords } from '@/lib/deployments/linking/advice'
import type { Delivery } from '@/lib/deployments/load-earlier-deliveries'
import type { LinkedPullRequest } from '@/lib/deployments/load-linked'

type Row = LinkedPullRequest & { barLength: number; earlier: Delivery | null }
type Props = { rows: Row[]; organization: string; timeZone: string; now: Date }

/** The pull requests that a deployment shipped, each with its lead time as a bar and why it is linked. */
export function PullRequestList({ rows, organization, timeZone, now }: Props) {
  return (
    <ul className="flex flex-col">
      {rows.map((row) => (
        <li
          className="grid gap-x-8 gap-y-2 border-b border-line py-4 first:pt-0 last:border-b-0 md:grid-cols-[minmax(0,1fr)_16rem]"
          key={row.id}
        >
          <div className="flex min-w-0 flex-col gap-1">
            <p className="leading-snug break-words">
              <Link
                className="underline-offset-4 hover:underline"
                href={`/${organization}/pull-requests/${row.id}`}
                prefetch={false}
              >
                <span className="text-muted">#{row.number}</span> {row.title}
              </Link>
            </p>
            <p className="text-sm leading-relaxed break-words text-muted">
              {row.author ?? 'Unknown author'}
              {row.mergedAt && (
                <>
                  , merged <Time now={now} timeZone={timeZone} value={row.mergedAt} />
                </>
              )}
              . Linked because {methodInWords(row.method)}.
            </p>
          </div>
          {row.earlier ? (
            <LiveBefore delivery={row.earlier} now={now} organization={organization} timeZone={timeZone} />
          ) : (
            <LeadTime barLength={row.barLength} seconds={row.leadTimeSeconds} />
          )}
        </li>
      ))}
    </ul>
  )
}

type LiveBeforeProps = Omit<Props, 'rows'> & { delivery: Delivery }

function LiveBefore({ delivery, organization, timeZone, now }: LiveBeforeProps) {
  return (
    <p className="text-sm leading-relaxed break-words text-muted md:text-right">
      Live since <Time now={now} timeZone={timeZone} value={delivery.completedAt} /> by{' '}
      <Link
        className="break-all underline underline-offset-4 hover:text-ink"
        href={`/${organization}/deployments/${delivery.id}`}
      >
        {delivery.deploymentId}
      </Link>
      , so it counts there.
    </p>
  )
}

function LeadTime({ seconds, barLength }: { seconds: number; barLength: number }) {
  return (
    <div className="flex flex-col gap-1.5 md:items-end">
      <p className="text-sm tabular-nums" title={`${exactSeconds(seconds)} from merge to production`}>
        <span className="font-medium">{formatDuration(seconds)}</span> <span className="text-muted">from merge</span>
      </p>
      <LengthBar length={barLength} />
    </div>
  )
}
