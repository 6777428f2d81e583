import { StatusMark } from '@/components/deployments/status-mark'
import { Time } from '@/components/ui/time'
import { formatDuration, leftOutText, plural } from '@/lib/core/format'
import type { TimelineEntry } from '@/lib/deployments/load-timeline'

type Props = { events: TimelineEntry[]; timeZone: string; now: Date }

/** So many reports are shown, the latest: a pipeline may post the same event in a loop. */
const maxShown = 100

/**
 * What is shown of some reports, of which the latest `read` were read: "All reports, in the order they came in."
 * `droppedAfterDays` is null unless some may have been dropped.
 */
export function timelineWords(events: number, read: number, droppedAfterDays: number | null): string {
  const shown = `${shownWords(events, read, droppedAfterDays !== null)}, in the order they came in.`
  if (droppedAfterDays === null) return shown
  const days = plural(droppedAfterDays, 'day')
  return `${shown} Reports that decided nothing are dropped after ${days}, and changes are between those that are left.`
}

function shownWords(events: number, read: number, dropped: boolean): string {
  if (events <= maxShown) return dropped ? 'The reports that are kept' : 'All reports'
  const leftOut = leftOutText(events - maxShown, 'earlier report')
  return `The latest ${maxShown} reports (${events < read ? '' : 'at least '}${leftOut})`
}

/** What was reported about a deployment, in the order it came in. */
export function Timeline({ events: all, timeZone, now }: Props) {
  const events = all.slice(-maxShown)
  return (
    <ol className="flex flex-col border-l border-line">
      {events.map((event, index) => (
        <li
          className="relative grid items-start gap-x-6 gap-y-1 pb-6 pl-6 text-sm last:pb-0 sm:grid-cols-[10rem_minmax(0,1fr)]"
          // biome-ignore lint/suspicious/noArrayIndexKey: events are only ever added at the end
          key={index}
        >
          <span aria-hidden="true" className="absolute top-1.5 -left-1 size-2 rounded-full bg-strong-line" />
          <StatusMark status={event.status} />
          <div className="flex flex-col gap-1 leading-relaxed">
            <p>
              {event.completedAt ? (
                <>
                  Completed <Time exact now={now} timeZone={timeZone} value={event.completedAt} />, started{' '}
                </>
              ) : (
                'Started '
              )}
              <Time exact now={now} timeZone={timeZone} value={event.startedAt} />
            </p>
            <p className="break-words text-muted">
              Received <Time exact now={now} timeZone={timeZone} value={event.receivedAt} />
              {delay(event)}
              {event.key && (
                <>
                  {' '}
                  {event.key.trusted ? (
                    `from trusted pipeline ${event.key.name} (${event.key.display})`
                  ) : (
                    <>
                      with key <code className="font-mono text-[0.8125rem]">{event.key.display}</code> ({event.key.name}
                      )
                    </>
                  )}
                </>
              )}
              . {(index > 0 || events.length < all.length) && changes(event)}
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Says so when an event came in long after what it reports. */
function delay({ receivedAt, completedAt, startedAt }: TimelineEntry): string {
  const seconds = (receivedAt.getTime() - (completedAt ?? startedAt).getTime()) / 1000
  return seconds > 600 ? `, ${formatDuration(seconds)} later,` : ''
}

function changes({ changed }: TimelineEntry): string {
  if (changed.length === 0) return 'It changed nothing.'
  return `It changed ${changed.join(', ')}.`
}
