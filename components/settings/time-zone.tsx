'use client'

import { type ReactNode, useActionState } from 'react'
import { SelectField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/action-state'

type Saved = { timeZone: string }

type Props = {
  organization: string
  timeZone: string
  action: FormAction<Saved>
  /** The options. */
  children: ReactNode
}

/** The time zone that days and weeks are cut in. */
export function TimeZone({ organization, timeZone, action, children }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      <input name="organization" type="hidden" value={organization} />
      <SelectField
        className="w-full max-w-md"
        defaultValue={timeZone}
        hint="Days and weeks of all figures begin and end in it."
        id="time-zone"
        key={timeZone}
        label="Time zone"
        name="timeZone"
      >
        {children}
      </SelectField>
      <SubmitButton busy="Saving…" look="secondary">
        Save time zone
      </SubmitButton>
      <FormMessage done="Saved." state={state} />
    </form>
  )
}
