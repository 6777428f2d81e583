import { Button } from '@/components/ui/button'
import { controlClass } from '@/components/ui/field'
import { FilterForm } from '@/components/ui/filter-form'
import type { AuditFilterValues } from '@/lib/accounts/audit/filter-values'
import { actionLabel } from '@/lib/accounts/audit/sentence'

type Props = { path: string; values: AuditFilterValues; action: string; person: string; text: string }

/** Which entries of the audit log are listed; what is chosen stands in the URL. */
export function AuditFilter({ path, values, action, person, text }: Props) {
  return (
    <search>
      <FilterForm
        className="grid grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_repeat(2,minmax(0,13rem))_4.5rem]"
        key={`${action} ${person} ${text}`}
        path={path}
      >
        <input
          aria-label="Search"
          className={`${controlClass} max-sm:col-span-2`}
          defaultValue={text}
          maxLength={200}
          name="text"
          placeholder="Deployment id, key, repository, address, reason"
          type="search"
        />
        <select aria-label="What was done" className={controlClass} defaultValue={action} name="action">
          <option value="">Any change</option>
          {withGiven(values.actions, action).map((value) => (
            <option key={value} value={value}>
              {capitalized(actionLabel(value))}
            </option>
          ))}
        </select>
        <select aria-label="Person" className={controlClass} defaultValue={person} name="person">
          <option value="">Everyone</option>
          {withGiven(values.people, person).map((value) => (
            <option key={value}>{value}</option>
          ))}
        </select>
        <Button className="max-sm:col-span-2" type="submit">
          Filter
        </Button>
      </FilterForm>
    </search>
  )
}

function withGiven(values: string[], given: string): string[] {
  return given === '' || values.includes(given) ? values : [given, ...values]
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
