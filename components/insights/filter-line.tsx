import type { ComponentProps } from 'react'
import { Button, buttonClass } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { controlClass } from '@/components/ui/field'
import { FilterForm } from '@/components/ui/filter-form'
import { FilterProblems } from '@/components/ui/filter-problems'
import { SlidersHorizontal } from '@/components/ui/icons'
import { UnknownNames } from '@/components/ui/unknown-names'
import { teamsLeftOutText } from '@/lib/core/format'
import { withParams } from '@/lib/http/search-params'
import { type LeadTimeStart, leadTimeStarts, startText } from '@/lib/insights/metrics/settings'
import { defaultPreset, periodAgainst } from '@/lib/insights/reports/chosen-days'
import type { FilterChoices } from '@/lib/insights/reports/filter-choices'
import {
  type MetricFilterName,
  type MetricFilterProblem,
  type MetricFilters,
  metricQuery,
  type SubjectName,
} from '@/lib/insights/reports/filters'
import { daysText, unknownWords } from '@/lib/insights/reports/wording'
import { ChoiceLink } from './choice-link'
import { ComparisonLinks, PeriodLinks } from './period-links'

type Props = {
  path: string
  filters: MetricFilters
  /** As it stands in the address, what could not be understood included. */
  given: URLSearchParams
  problems: MetricFilterProblem[]
  /** Filters whose name the organization does not have. */
  unknown: readonly SubjectName[]
  choices: FilterChoices
  /** Where the lead time that is shown starts; null where none is, and there is nothing to choose. */
  leadTimeFrom: LeadTimeStart | null
  /** Day of the organization's time zone. */
  today: string
}

/** What each filter is called at the beginning of a sentence. */
export const filterNames: Record<MetricFilterName, string> = {
  range: 'Range',
  period: 'The period',
  against: 'What it is compared with',
  'against-from': 'The first day to compare with',
  'against-to': 'The last day to compare with',
  from: 'The first day',
  to: 'The last day',
  service: 'Service',
  environment: 'Environment',
  repository: 'Repository',
  team: 'Team',
  'lead-time': 'Lead time',
}

const dayNames = ['from', 'to', 'against-from', 'against-to'] as const

/** By the number of selects next to the button. */
const columns = [
  'md:grid-cols-[16rem_4.5rem]',
  'md:grid-cols-[repeat(2,16rem)_4.5rem]',
  'md:grid-cols-[repeat(3,minmax(0,1fr))_4.5rem]',
  'md:grid-cols-[repeat(4,minmax(0,1fr))_4.5rem]',
]

/** What a report is about; all of it stands in the address. */
export function FilterLine({ path, filters, given, problems, unknown, choices, leadTimeFrom, today }: Props) {
  const wrong = new Set<MetricFilterName>([...problems.map(({ name }) => name), ...unknown])
  const field = (name: MetricFilterName, shown: string | null) => ({
    name,
    id: name,
    className: controlClass,
    defaultValue: shown ?? given.get(name) ?? '',
    'aria-label': filterNames[name],
    'aria-invalid': wrong.has(name) || undefined,
  })
  // A field keeps what is chosen until the address says something else.
  const keyOf = (name: MetricFilterName) => `${name} ${given.get(name) ?? ''}`
  const { preset, calendar, against } = filters
  const kept = { only: given.get('only'), sort: given.get('sort') }
  const hrefOf = (query: string) => `${path}${withParams(query, kept)}`
  const againstName = against === 'year-before' ? against : periodAgainst(against)?.name
  const selects = [
    { name: 'service', all: 'All services', options: choices.services },
    { name: 'environment', all: 'All production', options: choices.environments },
    { name: 'repository', all: 'All repositories', options: choices.repositories },
    { name: 'team', all: 'All teams', options: choices.teams, note: teamsLeftOutText(choices.teamsLeftOut) },
  ] as const
  const shown = selects.filter(({ name, options }) => options.length > 0 || filters[name] !== null || wrong.has(name))
  return (
    <search className="flex flex-col gap-3">
      <input className="peer sr-only md:hidden" defaultChecked={problems.length > 0} id="filters" type="checkbox" />
      <label
        className={`${buttonClass()} w-fit peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent peer-checked:bg-raised md:hidden`}
        htmlFor="filters"
      >
        <SlidersHorizontal /> Filters
      </label>
      <div className="flex flex-col gap-3 max-md:hidden peer-checked:flex">
        <PeriodLinks filters={filters} hrefOf={hrefOf} today={today} />
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <ComparisonLinks filters={filters} hrefOf={hrefOf} />
          {leadTimeFrom !== null && (
            <nav aria-label="Lead time" className="choices">
              <span>Lead time</span>
              {leadTimeStarts.map((start) => (
                <ChoiceLink
                  current={start === leadTimeFrom}
                  href={hrefOf(metricQuery(filters, { leadTime: start }))}
                  key={start}
                  text={startText[start]}
                />
              ))}
            </nav>
          )}
        </div>
        <FilterForm path={path}>
          {calendar && <input name="period" type="hidden" value={calendar.name} />}
          {againstName && <input name="against" type="hidden" value={againstName} />}
          {preset !== null && preset !== defaultPreset && <input name="range" type="hidden" value={preset} />}
          {filters.leadTime !== null && <input name="lead-time" type="hidden" value={filters.leadTime} />}
          {kept.only !== null && <input name="only" type="hidden" value={kept.only} />}
          {kept.sort !== null && <input name="sort" type="hidden" value={kept.sort} />}
          {shown.length > 0 && (
            <div className={`grid grid-cols-2 gap-2 ${columns[shown.length - 1] ?? ''}`}>
              {shown.map(({ name, ...values }) => (
                <Choice {...field(name, filters[name])} {...values} key={keyOf(name)} />
              ))}
              <Button className={shown.length % 2 === 0 ? 'max-md:col-span-full' : ''} type="submit">
                Filter
              </Button>
            </div>
          )}
          <DayFields
            field={field}
            filters={filters}
            keyOf={keyOf}
            opened={dayNames.some((name) => wrong.has(name))}
            withButton={shown.length === 0}
          />
        </FilterForm>
      </div>
      <FilterProblems names={filterNames} problems={problems} />
      <UnknownNames names={unknownWords(filters, unknown)} />
    </search>
  )
}

type DayFieldsProps = {
  filters: MetricFilters
  field: (name: MetricFilterName, shown: string | null) => ComponentProps<'input'>
  keyOf: (name: MetricFilterName) => string
  opened: boolean
  withButton: boolean
}

/** Any days, and any to compare them with. */
function DayFields({ filters, field, keyOf, opened, withButton }: DayFieldsProps) {
  const { preset, calendar, firstDay, lastDay, against } = filters
  const given = preset === null && calendar === undefined ? { firstDay, lastDay } : null
  const compared = typeof against === 'object' && periodAgainst(against) === null ? against : null
  const fields = [
    { name: 'from', label: 'From', shown: given?.firstDay },
    { name: 'to', label: 'To', shown: given?.lastDay },
    { name: 'against-from', label: 'Compared with, from', shown: compared?.firstDay },
    { name: 'against-to', label: 'Compared with, to', shown: compared?.lastDay },
  ] as const
  return (
    <details className="text-sm" open={given !== null || compared !== null || opened}>
      <summary className="w-fit text-muted underline-offset-4 hover:text-ink hover:underline">
        {given ? daysText(firstDay, lastDay) : 'Other days'}
      </summary>
      <div className="day-fields">
        {fields.map(({ name, label, shown = null }) => (
          <label key={name}>
            {label}
            <input {...field(name, shown)} aria-label={undefined} key={keyOf(name)} type="date" />
          </label>
        ))}
        {withButton && (
          <Button className="col-span-full" type="submit">
            Filter
          </Button>
        )}
      </div>
    </details>
  )
}
