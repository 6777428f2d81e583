'use client'

import { useActionState } from 'react'
import { TextAreaField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/core/action-state'

type Props = { action: FormAction; hidden: Record<string, string | number> }

/** A note to write; empty again once it is stored. */
export function WriteNote({ action, hidden }: Props) {
  const [state, send] = useActionState(action, idle)
  const problem = state.status === 'refused' ? state.fields.text : undefined
  return (
    <form action={send} className="flex flex-col items-start gap-3">
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <div className="w-full">
        <TextAreaField
          hint="What happened, what is being done. Everyone in the organization reads it."
          id="note"
          label="Note"
          maxLength={2_000}
          name="text"
          required
          rows={3}
          {...(problem !== undefined && { error: problem })}
        />
      </div>
      {problem === undefined && <FormMessage state={state} />}
      <SubmitButton busy="Saving…" look="secondary">
        Add note
      </SubmitButton>
    </form>
  )
}
