import type { ReactNode } from 'react'
import { Time } from '@/components/ui/time'
import type { ListedAlert } from '@/lib/notifications/alerts/list'

type Props = {
  alerts: ListedAlert[]
  timeZone: string
  now: Date
  /** The button that removes one; false for those who may not. */
  remove: (alert: ListedAlert) => ReactNode
}

/** The metric alerts of an organization, and how they stand. */
export function AlertList({ alerts, timeZone, now, remove }: Props) {
  return (
    <ul className="flex flex-col">
      {alerts.map((alert) => (
        <li
          className="flex flex-wrap items-start justify-between gap-x-6 gap-y-1 border-t border-line py-3 text-sm leading-relaxed first:border-t-0 first:pt-0"
          key={alert.id}
        >
          <div className="min-w-0">
            <h3 className="font-medium wrap-anywhere">{alert.subject}</h3>
            <p className="text-muted">
              <Standing alert={alert} now={now} timeZone={timeZone} />
            </p>
          </div>
          {remove(alert)}
        </li>
      ))}
    </ul>
  )
}

function Standing({ alert, timeZone, now }: Pick<Props, 'timeZone' | 'now'> & { alert: ListedAlert }) {
  const { value, checkedAt, crossedSince } = alert
  if (checkedAt === null) return 'Not checked yet.'
  return (
    <>
      {value === null ? 'Too few rows' : `Now ${value}`}
      {crossedSince && (
        <>
          , crossed since <Time now={now} timeZone={timeZone} value={crossedSince} />
        </>
      )}
      , checked <Time now={now} timeZone={timeZone} value={checkedAt} />.
    </>
  )
}
