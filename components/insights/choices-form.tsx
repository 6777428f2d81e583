'use client'

import { useActionState } from 'react'
import { SelectField } from '@/components/ui/field'
import { FormMessage } from '@/components/ui/form-message'
import { SubmitButton } from '@/components/ui/submit-button'
import { type FormAction, idle } from '@/lib/action-state'
import type { MetricChoices } from '@/lib/metrics/settings'

type Props = {
  choices: MetricChoices
  /** Years that there is a table of levels of. */
  years: readonly number[]
  action: FormAction
}

/** How somebody reads the metrics: kept for them alone, on every page that shows metrics. */
export function ChoicesForm({ choices, years, action }: Props) {
  const [state, send] = useActionState(action, idle)
  const { leadTimeFrom, rolledBackFails, benchmarkYear } = choices
  return (
    <form action={send} className="flex flex-col gap-4">
      <div className="grid items-end gap-x-6 gap-y-4 sm:grid-cols-[14rem_10rem] xl:grid-cols-[14rem_10rem_14rem_6rem]">
        <SelectField
          defaultValue={leadTimeFrom}
          id="lead-time-from"
          key={leadTimeFrom}
          label="Lead time starts"
          name="leadTimeFrom"
        >
          <option value="merge">at the merge</option>
          <option value="first-commit">at the first commit</option>
        </SelectField>
        <SelectField
          defaultValue={benchmarkYear}
          id="benchmark-year"
          key={benchmarkYear}
          label="Levels as of"
          name="benchmarkYear"
        >
          {years.map((year) => (
            <option key={year} value={year}>
              {year}
            </option>
          ))}
        </SelectField>
        <label className="flex min-h-9 items-center gap-2.5 text-sm sm:col-span-full xl:col-span-1">
          <input
            className="size-4 shrink-0 accent-accent"
            defaultChecked={rolledBackFails}
            key={String(rolledBackFails)}
            name="rolledBackFails"
            type="checkbox"
          />
          Rolled back counts as failed
        </label>
        <div>
          <SubmitButton busy="Saving…" look="secondary">
            Save
          </SubmitButton>
        </div>
      </div>
      <FormMessage done="Saved for you, on every page with metrics." state={state} />
    </form>
  )
}
