'use client'

import { type ReactNode, useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'

type Props<Result> = {
  organization: string
  action: FormAction<Result>
  /** On the button. */
  save: string
  /** After it was saved. */
  done: string
  /** The fields. */
  children: ReactNode
}

/** Settings of an organization that are saved at once. */
export function SettingForm<Result>({ organization, action, save, done, children }: Props<Result>) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      <input name="organization" type="hidden" value={organization} />
      {children}
      <SubmitButton busy="Saving…" look="secondary">
        {save}
      </SubmitButton>
      <FormMessage done={done} state={state} />
    </form>
  )
}
