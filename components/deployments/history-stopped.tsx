import { Link } from '@/components/ui/link'
import { SearchStopped } from '@/components/ui/search-stopped'
import { type DeploymentFilters, historyQuery } from '@/lib/deployments/filters'
import type { DeploymentPage } from '@/lib/deployments/list'

type Props = Pick<DeploymentPage, 'newer' | 'older'> & {
  path: string
  filters: DeploymentFilters
  stopped: NonNullable<DeploymentPage['stopped']>
  /** Known services, some of which the text may mean. */
  services: string[]
  timeZone: string
}

const maxSuggested = 3

/** Why a page of the history is short although more deployments may match, and the ways on. */
export function HistoryStopped({ path, filters, stopped, newer, older, services, timeZone }: Props) {
  const meant = filters.service === undefined ? services.filter(contains(filters.q)).slice(0, maxSuggested) : []
  const onward = `${path}${historyQuery(filters, { page: stopped.direction === 'older' ? older : newer })}`
  return (
    <SearchStopped href={onward} stopped={stopped} things="deployments" timeZone={timeZone}>
      {meant.map((service) => (
        <li className="min-w-0" key={service}>
          <Link
            className="underline underline-offset-4 hover:text-ink"
            href={`${path}${historyQuery(filters, { q: null, service })}`}
            prefetch={false}
          >
            Filter by service {service} instead
          </Link>
        </li>
      ))}
    </SearchStopped>
  )
}

function contains(text: string | undefined): (service: string) => boolean {
  return (service) => text !== undefined && service.toLowerCase().includes(text.toLowerCase())
}
