import { StatusMark } from '@/components/deployments/status-mark'
import { ShieldAlert, TriangleAlert } from '@/components/ui/icons'
import { Time } from '@/components/ui/time'
import { formatCount, formatDuration, plural } from '@/lib/core/format'
import { type Leveled, levelNeeds, levelsReport } from '@/lib/insights/metrics/levels'
import type { LeadTimeStart } from '@/lib/insights/metrics/settings'
import { valueText } from '@/lib/insights/metrics/value-text'
import { daysText } from '@/lib/insights/reports/wording'
import { serviceNumbers } from '@/lib/insights/services/numbers'
import type { ServiceRow, ServiceSort } from '@/lib/insights/services/rows'
import type { OpenSignals } from '@/lib/risk/list'
import { openSignalsText } from '@/lib/risk/words'
import { endOf, isOver, type Period, partUnit } from '@/lib/time/period'
import { PartBars } from './part-bars'
import { MissingNumbersNote, ServiceNumberValue } from './service-number'
import { type ServiceColumn, ServiceTable } from './service-table'

type Props = {
  rows: readonly ServiceRow[]
  /** Whether the plan includes more than deployments. */
  full: boolean
  period: Period
  leadTimeFrom: LeadTimeStart
  /** Open risk signals of services by their keys; none for a period that is over. */
  signals: ReadonlyMap<string, OpenSignals>
  sort: ServiceSort
  /** The address of this list in another order. */
  sortHref: (sort: ServiceSort) => string
  hrefOf: (service: string) => string
}

const numbers = ['lead-time', 'failure-rate', 'recovery'] as const
type NumberName = (typeof numbers)[number]

const widths: Record<NumberName, string> = {
  'lead-time': 'as-table:w-27 as-table:text-right',
  'failure-rate': 'as-table:w-25 as-table:text-right',
  recovery: 'as-table:w-27 as-table:text-right',
}

/** Services with their numbers of a period, quiet ones too. */
export function ServiceList({ rows, full, period, leadTimeFrom, signals, ...order }: Props) {
  return (
    <>
      <ServiceTable
        caption="Services"
        columns={[...deploymentColumns(period), ...(full ? numberColumns(leadTimeFrom) : []), lastColumn(period)]}
        isQuiet={isQuiet}
        name={{
          below: 'team, repository',
          sort: 'name',
          cell: (row) => <Beneath period={period} row={row} signals={signals.get(row.key ?? '')} />,
        }}
        onPhone="as-cards:*:grid-cols-[minmax(0,4fr)_minmax(0,5fr)] sm:as-cards:*:grid-cols-3"
        rows={rows}
        {...order}
      />
      {full && (
        <>
          <MissingNumbersNote names={numbers} rows={rows} />
          <LevelNote leadTimeFrom={leadTimeFrom} />
        </>
      )}
    </>
  )
}

const isQuiet = ({ deployments }: ServiceRow) => deployments === 0

function deploymentColumns(period: Period): ServiceColumn<ServiceRow>[] {
  const unit = partUnit(period)
  const partial = period.parts.flatMap((part, index) => (part.partial ? index : []))
  const ofPeriod = { unit, partial, days: daysText(period.firstDay, period.lastDay) }
  return [
    {
      title: unit === 'day' ? 'Days' : 'Weeks',
      below: 'each on its own scale',
      look: 'as-table:w-36 as-table:text-left',
      isDrawn: true,
      cell: ({ perPart }) =>
        perPart ? (
          <PartBars
            outcomes={{ success: perPart.map(({ success }) => success), failed: perPart.map(({ failed }) => failed) }}
            parts={ofPeriod}
          />
        ) : (
          <span className="text-muted">Quiet</span>
        ),
    },
    {
      title: 'Deployments',
      below: 'rate of successes',
      look: 'as-table:w-33 as-table:text-right',
      sort: 'deployments',
      cell: ({ deployments, perDay }) => (
        <>
          <span>{formatCount(deployments)}</span>
          {perDay !== null && <span className="text-muted">{valueText(perDay, 'per day')}</span>}
        </>
      ),
    },
  ]
}

function numberColumns(leadTimeFrom: LeadTimeStart): ServiceColumn<ServiceRow>[] {
  const from = leadTimeFrom === 'merge' ? 'from\u00a0merge' : 'from first commit'
  const texts: Record<NumberName, { below?: string; detail?: string }> = {
    'lead-time': { below: `median, ${from}`, detail: from },
    'failure-rate': {},
    recovery: { below: 'median' },
  }
  return numbers.map((name) => {
    const { title, leveled } = serviceNumbers[name]
    const hasLevel = name !== 'lead-time' || leadTimeFrom !== 'merge'
    return {
      title,
      ...texts[name],
      look: widths[name],
      sort: name,
      cell: ({ health }) => (
        <>
          <ServiceNumberValue health={health} name={name} />
          {health && hasLevel && <LevelText {...health.levels[leveled]} />}
        </>
      ),
    }
  })
}

function lastColumn({ now, timeZone }: Period): ServiceColumn<ServiceRow> {
  return {
    title: 'Latest deployment',
    quietTitle: 'Quiet',
    look: 'as-table:w-32 as-table:text-right',
    sort: 'last',
    cell: ({ lastAt, lastStatus }) =>
      lastAt === null ? (
        <span className="text-muted" title="According to its latest deployments">
          None to production
        </span>
      ) : (
        <>
          <Time now={now} timeZone={timeZone} value={lastAt} />
          {lastStatus && <StatusMark status={lastStatus} />}
        </>
      ),
  }
}

type BeneathProps = { row: ServiceRow; period: Period; signals: OpenSignals | undefined }

/** The team, the repository, and what is wrong now, or was when a period that is over ended. */
function Beneath({ row: { team, repository, open }, period, signals }: BeneathProps) {
  const place = [team, repository?.split('/').at(-1)].filter((text) => text != null).join(' · ')
  return (
    <span className="block min-h-5 text-muted as-cards:contents">
      {place && (
        <span className="block wrap-anywhere max-sm:group-data-quiet:hidden" title={repository ?? undefined}>
          {place}
        </span>
      )}
      {open && (
        <span className="flex items-start gap-1.5 font-medium text-failure as-cards:basis-full">
          <TriangleAlert className="mt-1 size-3.5 shrink-0" />
          <span>{openText(open, period)}</span>
        </span>
      )}
      {signals && (
        <span className="flex items-start gap-1.5 as-cards:basis-full">
          <ShieldAlert
            aria-hidden="true"
            className={`mt-1 size-3.5 shrink-0 ${signals.high > 0 ? 'text-failure' : ''}`}
          />
          <span>{openSignalsText(signals)}</span>
        </span>
      )}
    </span>
  )
}

function openText({ count, since }: NonNullable<ServiceRow['open']>, period: Period): string {
  const duration = formatDuration((endOf(period).getTime() - since.getTime()) / 1000)
  if (!isOver(period)) return `${plural(count, 'open incident')}, ${duration}`
  const { lastDay } = period
  return `${plural(count, 'incident was', 'incidents were')} open at the end of ${daysText(lastDay, lastDay)}, ${duration}`
}

/** The level of a value, if it has one; why it has none is said below the table. */
function LevelText({ level, noLevel }: Leveled) {
  if (level !== null) return <span className="text-muted">{level}</span>
  return (
    noLevel !== null && (
      <span className="text-muted" title={noLevel}>
        no level
      </span>
    )
  )
}

/** Where the levels in the table come from, and what they need. */
function LevelNote({ leadTimeFrom }: Pick<Props, 'leadTimeFrom'>) {
  return (
    <p className="text-xs leading-relaxed text-pretty text-muted">
      Levels:{' '}
      <a className="underline underline-offset-4 hover:text-ink" href={levelsReport.url} rel="noreferrer">
        {levelsReport.title}
      </a>
      . {levelNeeds}
      {leadTimeFrom === 'merge' && ' Lead time has levels from the first commit only.'}
    </p>
  )
}
