import { ButtonForm } from '@/components/ui/button-form'
import { Time } from '@/components/ui/time'
import type { FormAction } from '@/lib/core/action-state'
import { leftOutText } from '@/lib/core/format'
import type { Note } from '@/lib/deployments/incidents/people'
import { WriteNote } from './write-note'

type Props = {
  notes: readonly Note[]
  /** How many were written before these. */
  earlierNotes: number
  /** The deployment that opened the incident. */
  openedBy: number
  userId: number
  manages: boolean
  organization: string
  actions: { write: FormAction; remove: FormAction }
  timeZone: string
  now: Date
}

/** What people wrote about an incident, and a place to write more. */
export function Notes({ notes, earlierNotes, openedBy, userId, manages, organization, actions, timeZone, now }: Props) {
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      {earlierNotes > 0 && <p className="text-sm text-muted">{leftOutText(earlierNotes, 'earlier note')}.</p>}
      {notes.length > 0 && (
        <ol className="flex flex-col gap-5">
          {notes.map(({ id, text, author, authorId, createdAt }) => (
            <li className="flex flex-col gap-1 text-sm leading-relaxed" key={id}>
              <span className="flex flex-wrap items-center gap-x-3">
                <span className="font-medium break-words">{author ?? 'A former member'}</span>
                <span className="text-muted">
                  <Time now={now} timeZone={timeZone} value={createdAt} />
                </span>
                {(manages || authorId === userId) && (
                  <ButtonForm action={actions.remove} busy="Removing…" hidden={{ organization, note: id }} look="quiet">
                    Remove
                    <span className="sr-only"> the note of {author ?? 'a former member'}</span>
                  </ButtonForm>
                )}
              </span>
              <p className="break-words whitespace-pre-wrap">{text}</p>
            </li>
          ))}
        </ol>
      )}
      <WriteNote action={actions.write} hidden={{ organization, deployment: openedBy }} />
    </div>
  )
}
