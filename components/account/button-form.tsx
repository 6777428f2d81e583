'use client'

import { useActionState } from 'react'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import type { FormAction } from '@/lib/core/action-state'
import { idle } from '@/lib/core/action-state'

type Props = { action: FormAction; fields?: Record<string, string>; children: string; busy: string; done?: string }

/** A button that needs no more than to be pressed, with what came of it. */
export function ButtonForm({ action, fields = {}, children, busy, done }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <FormMessage done={done} state={state} />
      <SubmitButton busy={busy} look="secondary">
        {children}
      </SubmitButton>
    </form>
  )
}
