import { StatusMark } from '@/components/deployments/status-mark'
import { ArrowUpRight } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import {
  exactSeconds,
  formatCount,
  formatDuration,
  formatExact,
  formatRelative,
  formatTime,
  isRecent,
  plural,
} from '@/lib/core/format'
import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { isHttpUrl } from '@/lib/deployments/schema'
import { progressOf } from '@/lib/deployments/status'

export type ShownDeployment = DeploymentSummary & {
  /** Titles of the first pull requests that it shipped. */
  titles?: string[]
  /** Whether it is in progress for far longer than usual. */
  stuck?: boolean
}

type Props = { row: ShownDeployment; organization: string; timeZone: string; now: Date }

/** One deployment; the whole row leads to it. The table says how its cells look. */
export function HistoryRow({ row, organization, timeZone, now }: Props) {
  return (
    <tr>
      <td>
        <Started now={now} startedAt={row.startedAt} timeZone={timeZone} />
      </td>
      <td>
        <StatusMark status={row.status} voided={row.voided} />
        {row.stuck && <span className="block text-failure">Stuck: far longer than usual</span>}
      </td>
      <td>
        <Link data-row href={`/${organization}/deployments/${row.id}`} prefetch={false}>
          <span className="line-clamp-3">
            <NameOf row={row} />
          </span>
        </Link>
        <span className="block break-words text-muted">{row.environment}</span>
        <Titles row={row} />
      </td>
      <td>
        <code className="font-mono text-[0.8125rem]">{row.commitSha.slice(0, 10)}</code>
        <span className="block truncate text-left text-muted" dir="auto" title={row.branch ?? undefined}>
          {row.branch}
        </span>
      </td>
      <td dir="auto" title={row.triggeredBy ?? undefined}>
        {row.triggeredBy ?? <span className="text-muted">Not sent</span>}
      </td>
      <td>
        <Duration row={row} />
      </td>
      <td>
        <Shipped row={row} />
      </td>
      <td>
        <Pipeline row={row} />
      </td>
    </tr>
  )
}

/** What it shipped, as far as there is room for it. */
function Titles({ row: { titles = [], linkedPRs } }: Pick<Props, 'row'>) {
  const [first] = titles
  if (first === undefined) return null
  const more = linkedPRs - titles.length
  return (
    <span className="mt-0.5 line-clamp-2 break-words text-muted" title={titles.join('\n')}>
      {titles.join(' · ')}
      {more > 0 && ` and ${formatCount(more)} more`}
    </span>
  )
}

function NameOf({ row: { service, pipelineName, deploymentId, voided } }: Pick<Props, 'row'>) {
  const name = service ?? pipelineName ?? deploymentId
  return voided ? <s className="font-normal text-muted">{name}</s> : name
}

function Started({ startedAt, timeZone, now }: { startedAt: Date; timeZone: string; now: Date }) {
  return (
    <time dateTime={startedAt.toISOString()} title={`${formatExact(startedAt, timeZone)} ${timeZone}`}>
      {formatTime(startedAt, timeZone)}
      {isRecent(startedAt, now) && (
        <span className="block text-muted max-lg:inline max-lg:pl-2">{formatRelative(startedAt, now, timeZone)}</span>
      )}
    </time>
  )
}

function Duration({ row: { status, durationSeconds, completedAt } }: Pick<Props, 'row'>) {
  if (durationSeconds === null) {
    return progressOf(status) === 2 && completedAt ? (
      <span className="text-muted" title="It ends before it starts">
        Clocks differ
      </span>
    ) : (
      <span className="text-muted">Not finished</span>
    )
  }
  return <span title={exactSeconds(durationSeconds)}>{formatDuration(durationSeconds)}</span>
}

function Shipped({ row: { linkedPRs, linking, leadTimeP50Seconds } }: Pick<Props, 'row'>) {
  if (linking && linkedPRs === 0) return <span className="text-muted">Still linking</span>
  if (linkedPRs === 0) {
    return (
      <span className="text-muted">
        <span className="max-lg:hidden">None</span>
        <span className="lg:hidden">No pull request</span>
      </span>
    )
  }
  return (
    <>
      <span className="max-lg:hidden">{linkedPRs}</span>
      <span className="lg:hidden">{plural(linkedPRs, 'pull request')}</span>
      <span className="block text-muted max-lg:hidden">
        {leadTimeP50Seconds === null ? (
          'Live before'
        ) : (
          <span
            title={`Half of those not live before were live within ${formatDuration(leadTimeP50Seconds)} of merging`}
          >
            {formatDuration(leadTimeP50Seconds)}
          </span>
        )}
      </span>
    </>
  )
}

function Pipeline({ row: { pipelineUrl, deploymentId } }: Pick<Props, 'row'>) {
  if (pipelineUrl === null || !isHttpUrl(pipelineUrl)) return null
  return (
    <a
      className="relative z-1 -m-1 inline-flex rounded-sm p-1 text-muted hover:text-ink"
      href={pipelineUrl}
      rel="noopener noreferrer nofollow"
      target="_blank"
      title="Open pipeline"
    >
      <ArrowUpRight />
      <span className="sr-only">Open pipeline of {deploymentId}</span>
    </a>
  )
}
