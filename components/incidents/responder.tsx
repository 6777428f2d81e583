import { ButtonForm } from '@/components/ui/button-form'
import { Time } from '@/components/ui/time'
import type { FormAction } from '@/lib/core/action-state'
import type { IncidentPeople } from '@/lib/deployments/incidents/people'

type Props = {
  responder: IncidentPeople['responder']
  /** The deployment that opened the incident. */
  openedBy: number
  isOpen: boolean
  userId: number
  organization: string
  actions: { take: FormAction; leave: FormAction }
  timeZone: string
  now: Date
}

/** Who is on an incident, and for as long as it is open the ways to say so. */
export function Responder({ responder, openedBy, isOpen, userId, organization, actions, timeZone, now }: Props) {
  if (!isOpen && !responder) return null
  const hidden = { organization, deployment: openedBy }
  const isMe = responder?.userId === userId
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      {responder ? (
        <p className="min-w-0 break-words">
          <span className="font-medium">{isMe ? 'You are' : `${responder.name} is`}</span> on it{' '}
          <span className="text-muted">
            (since <Time now={now} timeZone={timeZone} value={responder.takenAt} />)
          </span>
        </p>
      ) : (
        <p className="text-muted">Nobody has said that they are on it.</p>
      )}
      {isOpen && !isMe && (
        <ButtonForm action={actions.take} busy="Saving…" hidden={hidden}>
          I am on it
        </ButtonForm>
      )}
      {isOpen && isMe && (
        <ButtonForm action={actions.leave} busy="Saving…" hidden={hidden} look="quiet">
          I am not any more
        </ButtonForm>
      )}
    </div>
  )
}
