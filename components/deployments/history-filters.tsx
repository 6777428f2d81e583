import { statusWord } from '@/components/deployments/status-mark'
import { Button } from '@/components/ui/button'
import { Choice, optionsOf } from '@/components/ui/choice'
import { controlClass } from '@/components/ui/field'
import { FilterForm } from '@/components/ui/filter-form'
import { FilterProblems } from '@/components/ui/filter-problems'
import { Search } from '@/components/ui/icons'
import { teamsLeftOutText } from '@/lib/core/format'
import type { FilterValues } from '@/lib/deployments/filter-values'
import { type DeploymentFilters, everyEnvironment, type FilterName } from '@/lib/deployments/filters'
import type { History } from '@/lib/deployments/read-history'
import { deploymentStatuses } from '@/lib/deployments/schema'

type Props = {
  path: string
  filters: DeploymentFilters
  /** As it stands in the address, what could not be understood included. */
  given: URLSearchParams
  problems: History['problems']
  values: FilterValues
}

const names: Record<FilterName | 'page', string> = {
  q: 'Search text',
  environment: 'Environment',
  service: 'Service',
  team: 'Team',
  status: 'Status',
  branch: 'Branch',
  triggeredBy: 'Triggered by',
  from: 'The first day',
  to: 'The last day',
  page: 'This page of the history',
}

const columns = {
  withoutTeams:
    'sm:grid-cols-[repeat(3,minmax(0,1fr))_4.5rem] xl:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,10rem))_4.5rem]',
  withTeams:
    'sm:grid-cols-[repeat(4,minmax(0,1fr))_4.5rem] xl:grid-cols-[minmax(0,1fr)_repeat(4,minmax(0,9rem))_4.5rem]',
}

/** Which deployments are listed; all of it stands in the address. */
export function HistoryFilters({ path, filters, given, problems, values }: Props) {
  const { environments, services, teams, branches, people } = values
  const statuses = deploymentStatuses.map((status) => ({ value: status, label: statusWord(status) }))
  const wrong = new Set(problems.map(({ name }) => name))
  // A field keeps what is typed until the address says something else.
  const keyOf = (name: FilterName) => `${name} ${given.get(name) ?? ''}`
  const field = (name: FilterName) => ({
    name,
    id: name,
    defaultValue: given.get(name) ?? '',
    'aria-invalid': wrong.has(name) || undefined,
  })
  return (
    <search className="flex flex-col gap-3">
      <FilterForm path={path}>
        <div className={`grid grid-cols-2 gap-2 ${teams.listed.length > 0 ? columns.withTeams : columns.withoutTeams}`}>
          <label className="relative col-span-full xl:col-span-1" htmlFor="q">
            <span className="sr-only">Search</span>
            <Search className="absolute top-2.5 left-3 text-muted" />
            <input
              {...field('q')}
              key={keyOf('q')}
              autoComplete="off"
              className={`${controlClass} pl-9`}
              placeholder="Commit, deployment id, service, branch, person"
              type="search"
            />
          </label>
          <Choice
            {...field('environment')}
            aria-label={names.environment}
            key={keyOf('environment')}
            all="Production"
            options={[{ value: everyEnvironment, label: 'All environments' }, ...optionsOf(environments)]}
          />
          <Choice
            {...field('service')}
            aria-label={names.service}
            key={keyOf('service')}
            all="All services"
            options={optionsOf(services)}
          />
          {teams.listed.length > 0 && (
            <Choice
              {...field('team')}
              aria-label={names.team}
              key={keyOf('team')}
              all="All teams"
              note={teamsLeftOutText(teams.leftOut)}
              options={optionsOf(teams.listed)}
            />
          )}
          <Choice
            {...field('status')}
            aria-label={names.status}
            key={keyOf('status')}
            all="Any status"
            options={statuses}
          />
          <Button className={teams.listed.length > 0 ? 'max-sm:col-span-full' : ''} type="submit">
            Filter
          </Button>
        </div>
        <details className="text-sm" open={['branch', 'triggeredBy', 'from', 'to'].some((name) => given.get(name))}>
          <summary className="w-fit text-muted underline-offset-4 hover:text-ink hover:underline">
            Branch, person and dates
          </summary>
          <div className="grid grid-cols-2 gap-x-2 gap-y-3 pt-3 lg:grid-cols-4">
            <Suggested {...field('branch')} key={keyOf('branch')} label="Branch" suggestions={branches} />
            <Suggested {...field('triggeredBy')} key={keyOf('triggeredBy')} label="Triggered by" suggestions={people} />
            <Labelled htmlFor="from" label="From">
              <input {...field('from')} key={keyOf('from')} className={controlClass} max={filters.to} type="date" />
            </Labelled>
            <Labelled htmlFor="to" label="To">
              <input {...field('to')} key={keyOf('to')} className={controlClass} min={filters.from} type="date" />
            </Labelled>
          </div>
        </details>
      </FilterForm>
      <FilterProblems names={names} problems={problems} />
    </search>
  )
}

type FieldProps = { id: string; name: FilterName; defaultValue: string }

function Suggested({ label, suggestions, ...field }: FieldProps & { label: string; suggestions: string[] }) {
  return (
    <Labelled htmlFor={field.id} label={label}>
      <input {...field} autoComplete="off" className={controlClass} list={`${field.id}-known`} />
      <datalist id={`${field.id}-known`}>
        {suggestions.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </Labelled>
  )
}

function Labelled({ label, htmlFor, children }: { label: string; htmlFor: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <label className="text-xs text-muted" htmlFor={htmlFor}>
        {label}
      </label>
      {children}
    </div>
  )
}
