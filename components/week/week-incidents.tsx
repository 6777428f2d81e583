import Link from 'next/link'
import { formatDuration, formatExact, plural } from '@/lib/format'
import type { RecoveryTime } from '@/lib/metrics/recovery-time'

type Props = { recoveryTime: RecoveryTime; organization: string; timeZone: string; now: Date }

const mostRows = 12

/** The incidents that a week closed, and those that are open; the open ones first. */
export function WeekIncidents({ recoveryTime: { open, closed }, organization, timeZone, now }: Props) {
  const rows = [...open, ...closed]
  if (rows.length === 0) return <p className="text-sm text-muted">None was closed this week, and none is open.</p>
  return (
    <ul className="border-b border-line text-sm">
      {rows.slice(0, mostRows).map(({ service, environment, openedAt, openedById, failures, seconds }) => (
        <li
          className="grid grid-cols-[minmax(0,1fr)_12rem] gap-x-4 border-t border-line py-1.5 print:py-1"
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
            <span className="text-muted">
              {environment}, since {formatExact(new Date(openedAt), timeZone)}
              {failures > 1 && `, ${plural(failures, 'failure')} in a row`}
            </span>
          </div>
          <p className="text-right tabular-nums">
            {seconds === null ? (
              <span className="font-medium text-failure">
                open, {formatDuration((now.getTime() - openedAt) / 1000)}
              </span>
            ) : (
              <>
                <span className="text-muted">over after</span> {formatDuration(seconds)}
              </>
            )}
          </p>
        </li>
      ))}
      {rows.length > mostRows && (
        <li className="border-t border-line py-1.5 text-muted">and {rows.length - mostRows} more</li>
      )}
    </ul>
  )
}
