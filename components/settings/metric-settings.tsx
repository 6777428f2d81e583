import { SelectField } from '@/components/ui/field'
import type { FormAction } from '@/lib/core/action-state'
import type { MetricSettings as Settings } from '@/lib/insights/metrics/settings'
import { SettingForm } from './setting-form'

type Props = Pick<Settings, 'leadTimeFrom' | 'rolledBackFails'> & { organization: string; action: FormAction }

/** How metrics are counted, for everyone. */
export function MetricSettings({ organization, leadTimeFrom, rolledBackFails, action }: Props) {
  return (
    <SettingForm
      action={action}
      done="Saved for everyone in the organization."
      organization={organization}
      save="Save metric settings"
    >
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
    </SettingForm>
  )
}
