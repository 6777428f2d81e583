import { Button } from '@/components/ui/button'
import { Choice, type ChoiceOption, optionsOf } from '@/components/ui/choice'
import { controlClass } from '@/components/ui/field'
import { FilterForm } from '@/components/ui/filter-form'
import { FilterProblems } from '@/components/ui/filter-problems'
import { Search } from '@/components/ui/icons'
import { UnknownNames } from '@/components/ui/unknown-names'
import { teamsLeftOutText } from '@/lib/core/format'
import type { UnknownName } from '@/lib/insights/reports/wording'
import type { PullRequestFilterValues } from '@/lib/pull-requests/filter-values'
import type { PullRequestFilterName } from '@/lib/pull-requests/filters'
import type { PullRequestList } from '@/lib/pull-requests/read-list'

type Props = {
  path: string
  /** As it stands in the address, what could not be understood included. */
  given: URLSearchParams
  problems: PullRequestList['problems']
  /** Filters whose name the organization does not have. */
  unknown: readonly UnknownName[]
  values: PullRequestFilterValues
}

const names: Record<PullRequestFilterName | 'page', string> = {
  q: 'Search text',
  state: 'State',
  repository: 'Repository',
  team: 'Team',
  author: 'Author',
  page: 'This page of the list',
}

const states: ChoiceOption[] = [
  { value: 'live', label: 'Live' },
  { value: 'undeployed', label: 'Merged, not deployed' },
  { value: 'open', label: 'Open' },
  { value: 'closed', label: 'Closed without a merge' },
]

const columns = {
  withoutTeams: 'xl:grid-cols-[minmax(0,1fr)_repeat(3,minmax(0,11rem))_4.5rem]',
  withTeams: 'xl:grid-cols-[minmax(0,1fr)_repeat(4,minmax(0,9rem))_4.5rem]',
}

/** Which pull requests are listed; all of it stands in the address. */
export function ListFilters({ path, given, problems, unknown, values }: Props) {
  const wrong = new Set<string>([...problems, ...unknown].map(({ name }) => name))
  // A field keeps what is typed until the address says something else.
  const keyOf = (name: PullRequestFilterName) => `${name} ${given.get(name) ?? ''}`
  const field = (name: PullRequestFilterName) => ({
    name,
    id: name,
    'aria-label': names[name],
    className: controlClass,
    defaultValue: given.get(name) ?? '',
    'aria-invalid': wrong.has(name) || undefined,
  })
  return (
    <search className="flex flex-col gap-3">
      <FilterForm path={path}>
        <div
          className={`grid grid-cols-2 gap-2 ${values.teams.listed.length > 0 ? columns.withTeams : columns.withoutTeams}`}
        >
          <div className="relative col-span-full xl:col-span-1">
            <Search className="absolute top-2.5 left-3 text-muted" />
            <input
              {...field('q')}
              autoComplete="off"
              className={`${controlClass} pl-9`}
              key={keyOf('q')}
              placeholder="Number or title"
              type="search"
            />
          </div>
          <Choice {...field('state')} all="Any state" key={keyOf('state')} options={states} />
          <Choice
            {...field('repository')}
            all="All repositories"
            key={keyOf('repository')}
            options={optionsOf(values.repositories)}
          />
          {values.teams.listed.length > 0 && (
            <Choice
              {...field('team')}
              all="All teams"
              key={keyOf('team')}
              note={teamsLeftOutText(values.teams.leftOut)}
              options={optionsOf(values.teams.listed)}
            />
          )}
          <input {...field('author')} autoComplete="off" key={keyOf('author')} list="authors" placeholder="Author" />
          <datalist id="authors">
            {values.authors.map((author) => (
              <option key={author} value={author} />
            ))}
          </datalist>
          <Button className={values.teams.listed.length > 0 ? 'max-xl:col-span-full' : ''} type="submit">
            Filter
          </Button>
        </div>
      </FilterForm>
      <FilterProblems names={names} problems={problems} />
      <UnknownNames names={unknown} />
    </search>
  )
}
