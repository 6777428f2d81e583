import type { ReactNode } from 'react'
import { SelectField } from '@/components/ui/field'
import type { FormAction } from '@/lib/core/action-state'
import { SettingForm } from './setting-form'

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
  return (
    <SettingForm action={action} done="Saved." organization={organization} save="Save time zone">
      <SelectField
        className="w-full max-w-md"
        defaultValue={timeZone}
        hint="Days and weeks of all metrics begin and end in it."
        id="time-zone"
        key={timeZone}
        label="Time zone"
        name="timeZone"
      >
        {children}
      </SelectField>
    </SettingForm>
  )
}
