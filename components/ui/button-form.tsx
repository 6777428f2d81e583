'use client'

import { type ReactNode, useActionState } from 'react'
import { type FormAction, idle } from '@/lib/core/action-state'
import type { ButtonLook } from './button'
import { FormMessage } from './form-message'
import { SubmitButton } from './submit-button'

type Props = {
  action: FormAction
  /** Sent with the form. */
  hidden?: Record<string, string | number>
  /** On the button. */
  children: ReactNode
  /** On the button while it is being sent. */
  busy: string
  look?: ButtonLook
  /** What is said once it is done. */
  done?: string
}

/** A button that needs no more than to be pressed, with what came of it. */
export function ButtonForm({ action, hidden = {}, children, busy, look = 'secondary', done }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <FormMessage done={done} state={state} />
      <SubmitButton busy={busy} look={look}>
        {children}
      </SubmitButton>
    </form>
  )
}
