import { ButtonForm } from '@/components/ui/button-form'
import { Time } from '@/components/ui/time'
import type { SessionSummary } from '@/lib/accounts/sessions/list'
import type { FormAction } from '@/lib/core/action-state'

type Props = { sessions: SessionSummary[]; currentId: number; now: Date; end: FormAction }

/** The browsers in which the user is signed in, each with a way to end its session; this one is marked. */
export function SessionList({ sessions, currentId, now, end }: Props) {
  return (
    <ul className="flex flex-col">
      {sessions.map(({ id, device, signedInAt, lastSeenAt }) => (
        <li
          className="flex min-h-16 flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-3 text-sm first:border-t-0"
          key={id}
        >
          <p>
            <span className="font-medium">{device}</span>
            {id === currentId && <span className="text-muted"> (this browser)</span>}
            <span className="block text-muted">
              Signed in <Time now={now} timeZone="UTC" value={signedInAt} />, last seen{' '}
              <Time now={now} timeZone="UTC" value={lastSeenAt} />
            </span>
          </p>
          {id !== currentId && (
            <ButtonForm action={end} busy="Ending…" hidden={{ sessionId: String(id) }}>
              End session
            </ButtonForm>
          )}
        </li>
      ))}
    </ul>
  )
}
