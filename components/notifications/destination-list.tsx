import type { ReactNode } from 'react'
import { Notice } from '@/components/ui/notice'
import { Time } from '@/components/ui/time'
import { plural } from '@/lib/core/format'
import type { ListedDestination } from '@/lib/notifications/destinations/list'
import { topics } from '@/lib/notifications/topics'
import { weekdays } from '@/lib/notifications/weekdays'
import { kinds } from './kinds'

type Props = {
  destinations: ListedDestination[]
  timeZone: string
  now: Date
  /** What may be done with one; null for those who may not. */
  actions: ((destination: ListedDestination) => ReactNode) | null
}

/** The destinations of an organization: where they lead, what is sent there, and how that goes. */
export function DestinationList({ destinations, timeZone, now, actions }: Props) {
  return (
    <ul className="flex flex-col">
      {destinations.map((destination) => {
        const { id, name, pausedAt, pausedBecause } = destination
        return (
          <li
            className="flex flex-col gap-3 border-t border-line py-5 first:border-t-0 first:pt-0"
            data-destination={name}
            key={id}
          >
            <div className="min-w-0 text-sm leading-relaxed">
              <h3 className="text-base font-medium wrap-anywhere">{name}</h3>
              <p className="text-muted wrap-anywhere">{whereTo(destination)}</p>
              <p className="text-muted wrap-anywhere">{whatIsSent(destination)}</p>
              <p className="text-muted">
                <Delivered destination={destination} now={now} timeZone={timeZone} />
              </p>
            </div>
            {pausedAt && (
              <Notice kind={pausedBecause ? 'refused' : 'info'}>
                Paused <Time now={now} timeZone={timeZone} value={pausedAt} />.{' '}
                {pausedBecause ?? 'Nothing is sent until it is resumed.'}
              </Notice>
            )}
            {actions && <div className="-ml-3.5 flex flex-wrap items-center gap-1">{actions(destination)}</div>}
          </li>
        )
      })}
    </ul>
  )
}

function whereTo({ kind, host, recipients }: ListedDestination): string {
  if (recipients === null) return `${kinds[kind].name} at ${host}`
  if (recipients.length === 0) return 'E-mail to no one: choose recipients'
  const [first, ...others] = recipients.map(({ email }) => email)
  return `E-mail to ${first}${others.length > 0 ? ` and ${plural(others.length, 'other')}` : ''}`
}

function whatIsSent({ topics: chosen, services, teams, digestWeekday, digestHour }: ListedDestination): string {
  const titles = topics.filter(({ slug }) => chosen.includes(slug)).map(({ title }) => title)
  const digest = digestWeekday === null ? [] : [`Digest on ${weekdays[digestWeekday - 1]} at ${digestHour}:00`]
  if (titles.length + digest.length === 0) return 'Nothing is sent: choose what'
  const what = [...(titles.length === topics.length ? ['Everything that happens'] : titles), ...digest].join(' · ')
  const only = [...services, ...teams.map((team) => `team ${team}`)]
  return only.length === 0 ? what : `${what}, of ${firstNames(only)}`
}

const maxNamed = 10

function firstNames(names: readonly string[]): string {
  const others = names.length - maxNamed
  const first = names.slice(0, maxNamed).join(', ')
  return others > 0 ? `${first} and ${plural(others, 'other')}` : first
}

function Delivered({
  destination,
  timeZone,
  now,
}: Pick<Props, 'timeZone' | 'now'> & { destination: ListedDestination }) {
  const { deliveredAt, failingSince } = destination
  return (
    <>
      {deliveredAt ? (
        <>
          Last delivery <Time now={now} timeZone={timeZone} value={deliveredAt} />
        </>
      ) : (
        'Nothing delivered yet'
      )}
      {failingSince && (
        <>
          , failing since <Time now={now} timeZone={timeZone} value={failingSince} />
        </>
      )}
      .
    </>
  )
}
