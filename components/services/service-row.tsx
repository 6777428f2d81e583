import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusMark } from '@/components/deployments/status-mark'
import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { Time } from '@/components/ui/time'
import { formatCount, formatDuration, plural } from '@/lib/format'
import type { Figure } from '@/lib/metrics/figure'
import type { Level } from '@/lib/metrics/levels'
import { endOf, isOver, type Period } from '@/lib/metrics/period'
import { daysText, valueText } from '@/lib/reports/wording'
import type { ServiceRow as Row } from '@/lib/services/rows'
import { WeekBars } from './week-bars'

export type ServicePlace = {
  organization: string
  query: string
  period: Period
}
type Props = ServicePlace & { row: Row; full: boolean }

const cell = 'min-w-0 border-t border-line py-3 pr-5 align-top last:pr-0 max-lg:border-t-0 max-lg:p-0'
const onPhone =
  'max-lg:grid max-lg:grid-cols-[minmax(0,4fr)_minmax(0,5fr)] max-lg:gap-x-4 max-lg:gap-y-2 max-lg:border-t max-lg:border-line max-lg:py-3 sm:max-lg:grid-cols-3'
const onPhoneQuiet =
  'max-lg:data-quiet:flex max-lg:data-quiet:flex-wrap max-lg:data-quiet:justify-between max-lg:data-quiet:gap-y-0'
const unlessQuiet = 'max-lg:group-data-quiet:hidden'

/** One service; the whole row leads to it. `full` is false where the plan includes deployments only. */
export function ServiceRow({ row, full, organization, query, period }: Props) {
  const { key, name, deployments, health, lastAt, lastStatus } = row
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
      {full && (
        <td className={`${cell} ${unlessQuiet}`}>
          {health ? (
            <WeekBars
              weeks={weeks.map((week, index) => ({ ...week, success: 0, failed: 0, ...health.weekly[index] }))}
            />
          ) : (
            <span className="text-muted">Quiet</span>
          )}
        </td>
      )}
      <Cell look={unlessQuiet} title="Deployments">
        <span>{formatCount(deployments)}</span>
        {health && health.perDay !== null && <span className="text-muted">{valueText(health.perDay, 'per day')}</span>}
      </Cell>
      {full && (
        <>
          <Value
            level={health?.levels.leadTime}
            missing={health ? 'No pull request reached production in this period' : null}
            title="Lead time"
            unit="seconds"
            value={health?.leadTimeP50Seconds}
          />
          <Value
            level={health?.levels.changeFailureRate}
            missing={health ? 'None succeeded or failed in this period' : null}
            title="Failure rate"
            unit="share"
            value={health?.changeFailureRate}
          />
          <Value
            level={health?.levels.recoveryTime}
            missing={health ? 'No incident was closed in this period' : null}
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
          <Missing why="Never to production, as far as its latest deployments tell" />
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
  value: number | null | undefined
  unit: Figure['unit']
  level: Level | null | undefined
  /** Why there is no value; null for a service that was quiet, of which a phone shows one line. */
  missing: string | null
}

function Value({ title, value, unit, level, missing }: ValueProps) {
  return (
    <Cell look={unlessQuiet} title={title}>
      {value == null ? (
        <Missing why={missing ?? 'Not deployed to production in this period'} />
      ) : (
        <span title={unit === 'seconds' ? `${value} s` : undefined}>{valueText(value, unit)}</span>
      )}
      {value != null && level && <span className="text-muted">{level}</span>}
    </Cell>
  )
}

/** A figure, and a word about it below, on a phone beside it and under its title. */
function Cell({ title, look, children }: { title: string; look: string; children: ReactNode }) {
  return (
    <td className={`${cell} text-right whitespace-nowrap tabular-nums max-lg:text-left ${look}`}>
      <span className="block text-xs text-muted lg:hidden">{title}</span>
      <span className="flex items-end gap-x-2 max-lg:flex-wrap lg:flex-col">{children}</span>
    </td>
  )
}
