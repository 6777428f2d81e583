import { StatusMark } from '@/components/deployments/status-mark'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { formatCount, formatDate, formatDuration, formatExact } from '@/lib/core/format'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { ColumnKind, ColumnName, Row } from '@/lib/insights/metrics/drilldown/columns'

type Props = {
  name: ColumnName
  kind: ColumnKind
  row: Row
  /** Of the first column, which leads to what the row is about. */
  leading: boolean
  organization: string
  timeZone: string
}

/** One value of a row behind a number. */
export function RowsCell({ name, kind, row, leading, organization, timeZone }: Props) {
  if (name === 'counted') return <Counted row={row} />
  if (kind === 'deployment') return <Deployment leading={leading} name={name} organization={organization} row={row} />
  if (kind === 'pull request') return <PullRequest organization={organization} row={row} />
  const value = row[name]
  if (value === null || value === undefined) return <Missing why={missingWhy[name] ?? 'Not known'} />
  if (value instanceof Date) return <Instant timeZone={timeZone} value={value} />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (kind === 'status') return <StatusMark status={value as DeploymentStatus} />
  if (typeof value === 'string') return value
  return kind === 'seconds' ? <Seconds value={value} /> : formatCount(value)
}

const missingWhy: Partial<Record<ColumnName, string>> = {
  openedBy: 'It closed no incident',
  closedBy: 'Not closed in this period',
  closedAt: 'Not closed in this period',
  recoverySeconds: 'Not closed in this period',
}

function Counted({ row: { counted, why } }: Pick<Props, 'row'>) {
  return (
    <>
      {counted ? 'Yes' : <span className="text-muted">No</span>}
      {why && <span className="block text-muted">{why}</span>}
    </>
  )
}

const addressOf = { deploymentId: 'id', openedBy: 'openedById', closedBy: 'closedById' } as const

function Deployment({ name, row, leading, organization }: Pick<Props, 'name' | 'row' | 'leading' | 'organization'>) {
  const link = name as keyof typeof addressOf
  const id = row[addressOf[link]]
  if (!id) return <Missing why={missingWhy[name] ?? 'Not known'} />
  return (
    <>
      <Link
        className={
          leading
            ? 'font-medium wrap-anywhere after:absolute after:inset-0'
            : 'relative z-1 wrap-anywhere underline underline-offset-4'
        }
        data-row={leading || undefined}
        href={`/${organization}/deployments/${id}`}
        prefetch={false}
      >
        {row[link] ?? `Deployment ${id}`}
      </Link>
      {leading && <span className="block text-muted">{placeOf(row)}</span>}
    </>
  )
}

function placeOf({ service, environment }: Row): string {
  return [service ?? 'no service', environment].filter(Boolean).join(', ')
}

function PullRequest({ row, organization }: Pick<Props, 'row' | 'organization'>) {
  return (
    <>
      <Link
        className="font-medium after:absolute after:inset-0"
        data-row
        href={`/${organization}/pull-requests/${row.pullRequestId}`}
        prefetch={false}
      >
        {row.title ?? `Pull request ${row.pullRequestId}`}
      </Link>
      <span className="block text-muted">
        {row.repository} {row.number != null && <span className="tabular-nums">#{row.number}</span>}
      </span>
    </>
  )
}

function Instant({ value, timeZone }: { value: Date; timeZone: string }) {
  return (
    <time dateTime={value.toISOString()} title={value.toISOString()}>
      {formatDate(value, timeZone)}
      <span className="text-muted lg:block"> {formatExact(value, timeZone).split(', ')[1]}</span>
    </time>
  )
}

function Seconds({ value }: { value: number }) {
  return (
    <>
      {formatDuration(value)}
      <span className="text-xs whitespace-nowrap text-muted max-lg:pl-2 lg:block">{formatCount(value)} s</span>
    </>
  )
}
