'use client'

import { useActionState } from 'react'
import { TextField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import type { FormAction } from '@/lib/core/action-state'
import { idle } from '@/lib/core/action-state'

/** The name that other people read. */
export function NameForm({ action, name }: { action: FormAction; name: string }) {
  const [state, send] = useActionState(action, idle)
  const error = state.status === 'refused' ? state.fields.name : undefined
  return (
    <form action={send} className="flex max-w-md flex-col gap-5">
      <TextField
        autoComplete="name"
        defaultValue={name}
        error={error}
        id="name"
        key={name}
        label="Name"
        maxLength={100}
        name="name"
        required
      />
      {!error && <FormMessage done="Saved." state={state} />}
      <div className="flex">
        <SubmitButton busy="Saving…" look="secondary">
          Save name
        </SubmitButton>
      </div>
    </form>
  )
}
