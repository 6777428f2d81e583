'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'

type Props = { action: FormAction; organization: string; alert: { id: number; subject: string } }

/** Forgets a metric alert: it is set again as easily. */
export function RemoveAlert({ action, organization, alert: { id, subject } }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send}>
      <input name="organization" type="hidden" value={organization} />
      <input name="alertId" type="hidden" value={id} />
      <SubmitButton busy="Removing…" look="quiet">
        Remove<span className="sr-only"> {subject}</span>
      </SubmitButton>
      {state.status === 'refused' && <FormMessage state={state} />}
    </form>
  )
}
