'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { ListedDestination } from '@/lib/notifications/destinations/list'

type Props = { action: FormAction; organization: string; destination: ListedDestination }

/** Stops sending to a destination, or goes on. */
export function PauseDestination({ action, organization, destination: { id, name, pausedAt } }: Props) {
  const [state, send] = useActionState(action, idle)
  const paused = pausedAt !== null
  return (
    <form action={send}>
      <input name="organization" type="hidden" value={organization} />
      <input name="destinationId" type="hidden" value={id} />
      <input name="paused" type="hidden" value={String(!paused)} />
      <SubmitButton busy={paused ? 'Resuming…' : 'Pausing…'} look={paused ? 'secondary' : 'quiet'}>
        {paused ? 'Resume' : 'Pause'}
        <span className="sr-only"> {name}</span>
      </SubmitButton>
      {state.status === 'refused' && <FormMessage state={state} />}
    </form>
  )
}
