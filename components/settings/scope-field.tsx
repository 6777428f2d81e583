import type { ChoiceOption } from '@/components/ui/choice'
import { KeptSelectField } from '@/components/ui/kept-field'
import { teamsLeftOutText } from '@/lib/core/format'

type Props = {
  id: string
  error: string | undefined
  /** `service:api`, `team:Payments`; empty for the organization. */
  initial?: string
  services: readonly ChoiceOption[]
  teams: readonly ChoiceOption[]
  teamsLeftOut: number
}

/** A choice of the organization, one of its teams or one of its services. */
export function ScopeField({ id, error, initial = '', services, teams, teamsLeftOut }: Props) {
  return (
    <KeptSelectField error={error} id={id} initial={initial} label="Of" name="scope">
      <option value="">The organization</option>
      {teams.length > 0 && (
        <optgroup label="Teams">
          {teams.map(({ value, label }) => (
            <option key={value} value={`team:${value}`}>
              {label}
            </option>
          ))}
          {teamsLeftOut > 0 && <option disabled>{teamsLeftOutText(teamsLeftOut)}</option>}
        </optgroup>
      )}
      {services.length > 0 && (
        <optgroup label="Services">
          {services.map(({ value, label }) => (
            <option key={value} value={`service:${value}`}>
              {label}
            </option>
          ))}
        </optgroup>
      )}
    </KeptSelectField>
  )
}
