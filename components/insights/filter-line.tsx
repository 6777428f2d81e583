import { Button } from '@/components/ui/button'
import { Choice } from '@/components/ui/choice'
import { controlClass } from '@/components/ui/field'
import { FilterForm } from '@/components/ui/filter-form'
import { FilterProblems } from '@/components/ui/filter-problems'
import { Link } from '@/components/ui/link'
import { UnknownNames } from '@/components/ui/unknown-names'
import { withParams } from '@/lib/http/search-params'
import { type LeadTimeStart, leadTimeStarts, startText } from '@/lib/insights/metrics/settings'
import type { FilterChoices } from '@/lib/insights/reports/filter-choices'
import {
  defaultPreset,
  type MetricFilterName,
  type MetricFilterProblem,
  type MetricFilters,
  metricQuery,
  presetDays,
  presets,
  type SubjectName,
} from '@/lib/insights/reports/filters'
import { daysText, unknownWords } from '@/lib/insights/reports/wording'

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
}

/** What each filter is called at the beginning of a sentence. */
export const filterNames: Record<MetricFilterName, string> = {
  range: 'Range',
  from: 'The first day',
  to: 'The last day',
  service: 'Service',
  environment: 'Environment',
  repository: 'Repository',
  team: 'Team',
  'lead-time': 'Lead time',
}

const linkLook =
  'border-b-2 border-transparent px-0.5 py-1.5 text-sm font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink'

/** By the number of selects next to the button. */
const columns = [
  'md:grid-cols-[16rem_4.5rem]',
  'md:grid-cols-[repeat(2,16rem)_4.5rem]',
  'md:grid-cols-[repeat(3,minmax(0,1fr))_4.5rem]',
  'md:grid-cols-[repeat(4,minmax(0,1fr))_4.5rem]',
]

/** What a report is about; all of it stands in the address. */
export function FilterLine({ path, filters, given, problems, unknown, choices, leadTimeFrom }: Props) {
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
  const { preset, firstDay, lastDay } = filters
  const kept = { only: given.get('only'), sort: given.get('sort') }
  const selects = [
    { name: 'service', all: 'All services', options: choices.services },
    { name: 'environment', all: 'All production', options: choices.environments },
    { name: 'repository', all: 'All repositories', options: choices.repositories },
    { name: 'team', all: 'All teams', options: choices.teams },
  ] as const
  const shown = selects.filter(({ name, options }) => options.length > 0 || filters[name] !== null || wrong.has(name))
  return (
    <search className="flex flex-col gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <nav aria-label="Days" className="flex gap-5">
          {presets.map((each) => (
            <Link
              aria-current={each === preset ? 'true' : undefined}
              className={linkLook}
              href={`${path}${withParams(metricQuery(filters, { preset: each }), kept)}`}
              key={each}
              prefetch={false}
              scroll={false}
            >
              {presetDays[each]} days
            </Link>
          ))}
        </nav>
        {leadTimeFrom !== null && (
          <nav aria-label="Lead time" className="flex flex-wrap items-baseline gap-x-5">
            <span className="text-sm text-muted">Lead time</span>
            {leadTimeStarts.map((start) => (
              <Link
                aria-current={start === leadTimeFrom ? 'true' : undefined}
                className={linkLook}
                href={`${path}${withParams(metricQuery(filters, { leadTime: start }), kept)}`}
                key={start}
                prefetch={false}
                scroll={false}
              >
                {startText[start]}
              </Link>
            ))}
          </nav>
        )}
      </div>
      <FilterForm path={path}>
        {preset !== null && preset !== defaultPreset && <input name="range" type="hidden" value={preset} />}
        {filters.leadTime !== null && <input name="lead-time" type="hidden" value={filters.leadTime} />}
        {kept.only !== null && <input name="only" type="hidden" value={kept.only} />}
        {kept.sort !== null && <input name="sort" type="hidden" value={kept.sort} />}
        {shown.length > 0 && (
          <div className={`grid grid-cols-2 gap-2 ${columns[shown.length - 1] ?? ''}`}>
            {shown.map(({ name, all, options }) => (
              <Choice {...field(name, filters[name])} all={all} key={keyOf(name)} options={options} />
            ))}
            <Button className={shown.length % 2 === 0 ? 'max-md:col-span-full' : ''} type="submit">
              Filter
            </Button>
          </div>
        )}
        <details className="text-sm" open={preset === null || wrong.has('from') || wrong.has('to')}>
          <summary className="w-fit text-muted underline-offset-4 hover:text-ink hover:underline">
            {preset === null ? daysText(firstDay, lastDay) : 'Other days'}
          </summary>
          <div className="grid max-w-md grid-cols-2 gap-2 pt-2">
            <label className="flex flex-col gap-1 text-muted">
              From
              <input
                {...field('from', preset === null ? firstDay : null)}
                aria-label={undefined}
                key={keyOf('from')}
                type="date"
              />
            </label>
            <label className="flex flex-col gap-1 text-muted">
              To
              <input
                {...field('to', preset === null ? lastDay : null)}
                aria-label={undefined}
                key={keyOf('to')}
                type="date"
              />
            </label>
            {shown.length === 0 && (
              <Button className="col-span-full" type="submit">
                Filter
              </Button>
            )}
          </div>
        </details>
      </FilterForm>
      <FilterProblems names={filterNames} problems={problems} />
      <UnknownNames names={unknownWords(filters, unknown)} />
    </search>
  )
}
