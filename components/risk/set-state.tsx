'use client'

import { DialogForm } from '@/components/ui/dialog-form'
import { SelectField, TextAreaField } from '@/components/ui/field'
import type { FormAction } from '@/lib/core/action-state'

type State = 'open' | 'acknowledged' | 'snoozed' | 'resolved'
type Props = {
  action: FormAction
  organization: string
  id: number
  title: string
  state: State
  note: string | null
}

const choices: [value: string, title: string][] = [
  ['acknowledged', 'Acknowledged: someone is on it'],
  ['snoozed 1', 'Snoozed for a day'],
  ['snoozed 7', 'Snoozed for 7 days'],
  ['snoozed 30', 'Snoozed for 30 days'],
  ['resolved', 'Resolved until it comes back'],
  ['open', 'Open'],
]

/** Says what becomes of a signal, and why. */
export function SetState({ action, organization, id, title, state, note }: Props) {
  return (
    <DialogForm
      action={action}
      busy="Saving…"
      hidden={{ organization, signal: id }}
      open="Set state…"
      openLabel={`Set the state of ${title}`}
      submit="Save"
      title={title}
    >
      {({ note: problem }) => (
        <>
          <SelectField id={`to-${id}`} label="State" name="to">
            {choices
              .filter(([value]) => value !== state)
              .map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
          </SelectField>
          <TextAreaField
            defaultValue={note ?? ''}
            hint="For the others in the organization."
            id={`note-${id}`}
            label="Note"
            maxLength={500}
            name="note"
            rows={3}
            {...(problem !== undefined && { error: problem })}
          />
        </>
      )}
    </DialogForm>
  )
}
