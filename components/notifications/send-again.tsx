'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'

type Props = { action: FormAction; organization: string; id: string; title: string }

/** Sends a notification once more, under the same id. */
export function SendAgain({ action, organization, id, title }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send}>
      <input name="organization" type="hidden" value={organization} />
      <input name="notificationId" type="hidden" value={id} />
      <SubmitButton busy="Sending…" look="quiet">
        Send again<span className="sr-only">: {title}</span>
      </SubmitButton>
      {state.status === 'refused' && <FormMessage state={state} />}
    </form>
  )
}
