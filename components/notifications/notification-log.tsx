import type { ReactNode } from 'react'
import { Check, Clock, X } from '@/components/ui/icons'
import { cell, head, table } from '@/components/ui/table'
import { Time } from '@/components/ui/time'
import { plural } from '@/lib/core/format'
import type { LoggedNotification } from '@/lib/notifications/list-log'

type Props = {
  notifications: LoggedNotification[]
  timeZone: string
  now: Date
  /** The button that sends one again; false for those who may not. */
  sendAgain: (notification: LoggedNotification) => ReactNode
}

const states = {
  delivered: { word: 'Delivered', Icon: Check, look: 'text-success' },
  failed: { word: 'Failed', Icon: X, look: 'text-failure' },
  pending: { word: 'Waiting', Icon: Clock, look: 'text-muted' },
}

/** What was sent, the latest first. */
export function NotificationLog({ notifications, timeZone, now, sendAgain }: Props) {
  return (
    <table className={table}>
      <thead className="max-md:sr-only">
        <tr>
          {['Time', 'State', 'Notification', 'What came of it'].map((title) => (
            <th className={head} key={title} scope="col">
              {title}
            </th>
          ))}
          <th className={head} scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {notifications.map((notification) => (
          <tr
            className="max-md:grid max-md:grid-cols-[1fr_auto] max-md:border-b max-md:border-line max-md:py-3"
            key={notification.id}
          >
            <td className={`${narrow} text-muted md:w-44`}>
              <Time exact now={now} timeZone={timeZone} value={notification.createdAt} />
            </td>
            <td className={narrow}>
              <State state={notification.state} />
            </td>
            <td className={`${narrow} max-md:col-span-2`}>
              <span className="block">{notification.title}</span>
              <span className="block text-xs text-muted">
                {notification.destination.name} · <span className="font-mono">{notification.type}</span>
              </span>
            </td>
            <td className={`${narrow} text-muted`}>
              <span className="block">{notification.outcome ?? 'Not sent yet'}</span>
              <span className="block text-xs">
                <Attempts notification={notification} now={now} timeZone={timeZone} />
              </span>
            </td>
            <td className={`${narrow} text-right`}>{sendAgain(notification)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const narrow = `${cell} max-md:border-b-0 max-md:py-0.5`

function State({ state }: Pick<LoggedNotification, 'state'>) {
  const { word, Icon, look } = states[state]
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${look}`}>
      <Icon className="shrink-0 stroke-[2.5]" />
      {word}
    </span>
  )
}

type AttemptsProps = Pick<Props, 'timeZone' | 'now'> & { notification: LoggedNotification }

function Attempts({ notification: { attempts, dueAt }, timeZone, now }: AttemptsProps) {
  return (
    <>
      {attempts > 1 && plural(attempts, 'attempt')}
      {dueAt && dueAt > now && (
        <>
          {attempts > 1 && ', '}next <Time now={now} timeZone={timeZone} value={dueAt} />
        </>
      )}
    </>
  )
}
