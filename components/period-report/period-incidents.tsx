import { Link } from '@/components/ui/link'
import { formatCount, formatDuration, formatExact, plural } from '@/lib/core/format'
import type { RecoveryTime } from '@/lib/insights/metrics/recovery-time'
import { endOf, isOver, type Period } from '@/lib/time/period'

type Props = { recoveryTime: RecoveryTime; organization: string; period: Period }

const maxRows = 6

/** The incidents that a period closed, and those that it left open; the open ones first, the latest of each. */
export function PeriodIncidents({ recoveryTime: { open, closed }, organization, period }: Props) {
  const rows = [...open.toReversed(), ...closed]
  const { timeZone } = period
  if (rows.length === 0) {
    const none = isOver(period) ? 'none was open when it ended' : 'none is open'
    return <p className="text-sm text-muted">None was closed in this period, and {none}.</p>
  }
  return (
    <ul className="border-b border-line text-sm">
      {rows.slice(0, maxRows).map(({ service, environment, openedAt, openedById, failures, seconds }) => (
        <li
          className="grid grid-cols-1 gap-x-4 break-inside-avoid border-t border-line py-2.5 sm:grid-cols-[minmax(0,1fr)_13rem] print:py-1.5"
          key={openedById}
        >
          <div className="min-w-0 break-words">
            <Link
              className="font-medium underline-offset-4 hover:underline"
              href={`/${organization}/deployments/${openedById}`}
              prefetch={false}
            >
              {service ?? 'Without a service'}
            </Link>{' '}
            <span className="text-muted">{environment}</span>
            <p className="text-xs text-muted tabular-nums">
              Since {formatExact(new Date(openedAt), timeZone)}
              {failures > 1 && `, ${plural(failures, 'failure')} in a row`}
            </p>
          </div>
          <p className="tabular-nums sm:text-right">
            {seconds === null ? (
              <span className="font-medium text-failure">
                {isOver(period) ? 'open at the end' : 'open'},{' '}
                {formatDuration((endOf(period).getTime() - openedAt) / 1000)}
              </span>
            ) : (
              <>
                <span className="text-muted">over after</span> {formatDuration(seconds)}
              </>
            )}
          </p>
        </li>
      ))}
      {rows.length > maxRows && (
        <li className="border-t border-line py-1.5 text-muted">and {formatCount(rows.length - maxRows)} more</li>
      )}
    </ul>
  )
}
