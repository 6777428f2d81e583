import { statusWord } from '@/components/deployments/status-mark'
import { X } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { formatCount, plural } from '@/lib/core/format'
import type { DeploymentCount } from '@/lib/deployments/count'
import { type DeploymentFilters, type FilterName, filterNames, historyQuery } from '@/lib/deployments/filters'
import { daysText } from '@/lib/insights/reports/wording'

type Props = { path: string; filters: DeploymentFilters; count: DeploymentCount; timeZone: string }

const words: Record<FilterName, string> = {
  q: 'Text',
  environment: 'Environment',
  service: 'Service',
  team: 'Team',
  status: 'Status',
  branch: 'Branch',
  triggeredBy: 'By',
  from: 'From',
  to: 'To',
}

/** How many deployments are meant, and by which filters; each can be taken away. */
export function ActiveFilters({ path, filters, count, timeZone }: Props) {
  const { value, atLeast } = count
  const shown = filterNames.flatMap((name) => {
    const chosen = shownOf(filters, name)
    return chosen === undefined ? [] : [{ name, value: chosen }]
  })
  const number = atLeast ? atLeastInWords(value) : plural(value, 'deployment')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p aria-live="polite" className="font-medium tabular-nums">
        {number}
      </p>
      {shown.length > 0 && (
        <ul className="flex min-w-0 flex-wrap gap-2">
          {shown.map(({ name, value }) => (
            <li className="min-w-0" key={name}>
              <Link
                className="inline-flex max-w-full items-center gap-1.5 rounded-sm border border-line bg-raised py-0.5 pr-1.5 pl-2 hover:border-strong-line"
                href={`${path}${historyQuery(filters, { [name]: null })}`}
                prefetch={false}
                scroll={false}
              >
                <span className="sr-only">Take away the filter</span>
                <span className="text-muted">{words[name]}</span>
                <span className="truncate">{value}</span>
                <X className="size-3.5 shrink-0 text-muted" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="text-xs text-muted sm:ml-auto">Times in {timeZone}</p>
    </div>
  )
}

/** What a filter is chosen to be; undefined where it is not. That it is production goes without saying. */
function shownOf(filters: DeploymentFilters, name: FilterName): string | undefined {
  if (name === 'status' && filters.status) return statusWord(filters.status)
  if (name === 'environment' && !filters.production) return filters.environment ?? 'All'
  const chosen = filters[name]
  return chosen !== undefined && (name === 'from' || name === 'to') ? daysText(chosen, chosen) : chosen
}

/** Counting stopped early: with none met until then, a number would say nothing. */
function atLeastInWords(value: number): string {
  return value > 0 ? `${formatCount(value)}+ deployments` : 'Not counted'
}
