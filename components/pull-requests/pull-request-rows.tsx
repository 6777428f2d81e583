import { Link } from '@/components/ui/link'
import type { PullRequestSummary } from '@/lib/pull-requests/load-summaries'
import { afterMerge } from './after-merge'
import { Moment, StateMark } from './state-mark'

type Place = { organization: string; timeZone: string }
type Props = Place & { rows: PullRequestSummary[] }

/** Pull requests, each with what became of it; the whole row leads to it. */
export function PullRequestRows({ rows, ...place }: Props) {
  return (
    <ul className="flex flex-col border-b border-line">
      {rows.map((row) => (
        <li
          className="relative grid gap-x-8 gap-y-2 border-t border-line py-3 text-sm leading-relaxed hover:bg-raised has-[a[data-row]:focus-visible]:bg-raised md:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_26rem]"
          key={row.id}
        >
          <div className="min-w-0 break-words">
            <Link
              className="text-base leading-snug after:absolute after:inset-0"
              data-row
              href={`/${place.organization}/pull-requests/${row.id}`}
              prefetch={false}
            >
              <span className="text-muted tabular-nums">#{row.number}</span> {row.title}
            </Link>
            <p className="text-muted">
              {row.repository}, {row.author ?? 'unknown author'}
              <Merged row={row} timeZone={place.timeZone} />
            </p>
          </div>
          <div className="min-w-0 break-words">
            <StateMark
              liveSince={row.delivery?.completedAt ?? null}
              liveBefore={row.liveBefore}
              notLive={row.notLive}
              state={row.state}
              timeZone={place.timeZone}
            />
            {row.delivery && <Delivered delivery={row.delivery} organization={place.organization} />}
          </div>
        </li>
      ))}
    </ul>
  )
}

function Merged({ row: { mergedAt, baseBranch }, timeZone }: Pick<Place, 'timeZone'> & { row: PullRequestSummary }) {
  if (!mergedAt) return <>, into {baseBranch}</>
  return (
    <>
      , merged <Moment timeZone={timeZone} value={mergedAt} /> into {baseBranch}
    </>
  )
}

type DeliveredProps = { delivery: NonNullable<PullRequestSummary['delivery']>; organization: string }

function Delivered({ delivery: { id, deploymentId, leadTimeSeconds }, organization }: DeliveredProps) {
  return (
    <p className="text-muted md:pl-6">
      by{' '}
      <Link
        className="relative z-1 break-all underline underline-offset-4 hover:text-ink"
        href={`/${organization}/deployments/${id}`}
        prefetch={false}
      >
        {deploymentId}
      </Link>
      , {afterMerge(leadTimeSeconds)}
    </p>
  )
}
