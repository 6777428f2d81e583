import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusMark } from '@/components/deployments/status-mark'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import { formatCount, formatDuration, plural } from '@/lib/core/format'
import type { Leveled } from '@/lib/insights/metrics/levels'
import type { Unit } from '@/lib/insights/metrics/metric-value'
import type { ServiceHealth } from '@/lib/insights/metrics/service-health'
import type { LeadTimeStart } from '@/lib/insights/metrics/settings'
import { valueText } from '@/lib/insights/metrics/value-text'
import { daysText, whyNoLeadTime } from '@/lib/insights/reports/wording'
import type { ServiceRow as Row } from '@/lib/insights/services/rows'
import { endOf, isOver, type Period } from '@/lib/time/period'
import { WeekBars } from './week-bars'

export type ServicePlace = {
  organization: string
  query: string
  period: Period
  leadTimeFrom: LeadTimeStart
}
type Props = ServicePlace & { row: Row; full: boolean }

const cell = 'min-w-0 border-t border-line py-3 pr-5 align-top last:pr-0 max-lg:border-t-0 max-lg:p-0'
const onPhone =
  'max-lg:grid max-lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)] max-lg:gap-x-4 max-lg:gap-y-2 max-lg:border-t max-lg:border-line max-lg:py-3 sm:max-lg:grid-cols-3'
const onPhoneQuiet =
  'max-lg:data-quiet:flex max-lg:data-quiet:flex-wrap max-lg:data-quiet:justify-between max-lg:data-quiet:gap-y-0'
const unlessQuiet = 'max-lg:group-data-quiet:hidden'

const whys = {
  failureRate: 'No deployment succeeded or failed',
  recovery: 'No incident was closed',
}

/** Where lead times start. */
export const fromWords: Record<ServicePlace['leadTimeFrom'], string> = {
  merge: 'from\u00a0merge',
  'first-commit': 'from first commit',
}

const whyLeadTime = (health: ServiceHealth | null) => whyNoLeadTime(health ?? { deliveries: 0 })

/** Why there are dashes in the row of a service; a quiet one has nothing else. */
export function missingOf(health: ServiceHealth | null): string[] {
  return [
    ...(health?.leadTimeP50Seconds == null ? [whyLeadTime(health)] : []),
    ...(health?.changeFailureRate == null ? [whys.failureRate] : []),
    ...(health?.recoveryP50Seconds == null ? [whys.recovery] : []),
  ]
}

/** One service; the whole row leads to it. `full` is false where the plan includes deployments only. */
export function ServiceRow({ row, full, organization, query, period, leadTimeFrom }: Props) {
  const { key, name, deployments, perDay, weekly, health, lastAt, lastStatus } = row
  const { weeks, timeZone, now } = period
  const quiet = deployments === 0
  return (
    <tr
      className={`group relative hover:bg-raised has-[a[data-row]:focus-visible]:bg-raised ${onPhone} ${onPhoneQuiet}`}
      data-quiet={quiet || undefined}
    >
      <th
        className={`${cell} text-left font-normal max-lg:col-span-full max-lg:flex max-lg:flex-wrap max-lg:gap-x-3`}
        scope="row"
      >
        {key === null ? (
          <span className="font-medium text-muted">Without a service</span>
        ) : (
          <Link
            className="font-medium wrap-anywhere after:absolute after:inset-0"
            data-row
            href={`/${organization}/services/${encodeURIComponent(key)}${query}`}
            prefetch={false}
          >
            {name}
          </Link>
        )}
        <Beneath period={period} row={row} />
      </th>
      <td className={`${cell} ${unlessQuiet}`}>
        {weekly ? (
          <WeekBars weeks={weeks.map((week, index) => ({ ...week, success: 0, failed: 0, ...weekly[index] }))} />
        ) : (
          <span className="text-muted">Quiet</span>
        )}
      </td>
      <Cell look={unlessQuiet} title="Deployments">
        <span>{formatCount(deployments)}</span>
        {perDay !== null && <span className="text-muted">{valueText(perDay, 'per day')}</span>}
      </Cell>
      {full && (
        <>
          <Value
            detail={fromWords[leadTimeFrom]}
            leveled={leadTimeFrom === 'merge' ? undefined : health?.levels.leadTime}
            missing={whyLeadTime(health)}
            title="Lead time"
            unit="seconds"
            value={health?.leadTimeP50Seconds}
          />
          <Value
            leveled={health?.levels.changeFailureRate}
            missing={whys.failureRate}
            title="Change failure rate"
            unit="share"
            value={health?.changeFailureRate}
          />
          <Value
            leveled={health?.levels.recoveryTime}
            missing={whys.recovery}
            title="Recovery"
            unit="seconds"
            value={health?.recoveryP50Seconds}
          />
        </>
      )}
      <Cell
        look="max-lg:group-data-quiet:flex max-lg:items-baseline max-lg:gap-x-2"
        title={quiet ? 'Quiet' : 'Latest deployment'}
      >
        {lastAt === null ? (
          <span className="text-muted" title="According to its latest deployments">
            None to production
          </span>
        ) : (
          <>
            <Time now={now} timeZone={timeZone} value={lastAt} />
            {lastStatus && <StatusMark status={lastStatus} />}
          </>
        )}
      </Cell>
    </tr>
  )
}

/** The team, the repository, and what is wrong now, or was when a period that is over ended. */
function Beneath({ row: { team, repository, open }, period }: Pick<Props, 'row' | 'period'>) {
  const place = [team, repository?.split('/').at(-1)].filter((text) => text != null).join(' · ')
  return (
    <span className="block min-h-5 text-muted max-lg:contents">
      {place && (
        <span className="block wrap-anywhere max-sm:group-data-quiet:hidden" title={repository ?? undefined}>
          {place}
        </span>
      )}
      {open && (
        <span className="flex items-start gap-1.5 font-medium text-failure max-lg:basis-full">
          <TriangleAlert aria-hidden="true" className="mt-1 size-3.5 shrink-0" />
          <span>{openText(open, period)}</span>
        </span>
      )}
    </span>
  )
}

function openText({ count, since }: NonNullable<Row['open']>, period: Period): string {
  const duration = formatDuration((endOf(period).getTime() - since.getTime()) / 1000)
  if (!isOver(period)) return `${plural(count, 'open incident')}, ${duration}`
  const { lastDay } = period
  return `${plural(count, 'incident was', 'incidents were')} open at the end of ${daysText(lastDay, lastDay)}, ${duration}`
}

type ValueProps = {
  title: string
  /** Next to the title on a phone. */
  detail?: string
  value: number | null | undefined
  unit: Unit
  leveled: Leveled | undefined
  /** Why there is no value, if there is none. */
  missing: string
}

function Value({ title, detail, value, unit, leveled, missing }: ValueProps) {
  return (
    <Cell detail={detail} look={unlessQuiet} title={title}>
      {value == null ? (
        <Missing why={missing} />
      ) : (
        <span title={unit === 'seconds' ? `${value} s` : undefined}>{valueText(value, unit)}</span>
      )}
      {leveled && <LevelText {...leveled} />}
    </Cell>
  )
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

type CellProps = { title: string; detail?: string; look: string; children: ReactNode }

/** A figure, and a word about it below, on a phone next to it and under its title. */
function Cell({ title, detail, look, children }: CellProps) {
  return (
    <td className={`${cell} text-right whitespace-nowrap tabular-nums max-lg:text-left ${look}`}>
      <span className="block text-xs whitespace-normal text-muted lg:hidden">
        <span>{title}</span> {detail}
      </span>
      <span className="flex items-end gap-x-2 max-lg:flex-wrap lg:flex-col">{children}</span>
    </td>
  )
}
