'use client'

import { useActionState } from 'react'
import { SelectField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/action-state'
import type { MetricSettings as Settings } from '@/lib/metrics/settings'

type Props = Pick<Settings, 'leadTimeFrom' | 'rolledBackFails'> & { organization: string; action: FormAction }

/** How metrics are counted, for everybody. */
export function MetricSettings({ organization, leadTimeFrom, rolledBackFails, action }: Props) {
  const [state, send] = useActionState(action, idle)
  return (
    <form action={send} className="flex flex-col items-start gap-4">
      <input name="organization" type="hidden" value={organization} />
      <SelectField
        className="w-full max-w-md"
        defaultValue={leadTimeFrom}
        hint="Insights can also show the other one; a link to it says so in its address."
        id="lead-time-from"
        key={leadTimeFrom}
        label="Lead time starts"
        name="leadTimeFrom"
      >
        <option value="merge">at the merge</option>
        <option value="first-commit">at the first commit</option>
      </SelectField>
      <label className="flex min-h-9 items-center gap-2.5 text-sm">
        <input
          className="size-4 shrink-0 accent-accent"
          defaultChecked={rolledBackFails}
          key={String(rolledBackFails)}
          name="rolledBackFails"
          type="checkbox"
        />
        Rolled back counts as failed
      </label>
      <SubmitButton busy="Saving…" look="secondary">
        Save metric settings
      </SubmitButton>
      <FormMessage done="Saved for everyone in the organization." state={state} />
    </form>
  )
}
