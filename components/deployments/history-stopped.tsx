import { Link } from '@/components/ui/link'
import { Notice } from '@/components/ui/notice'
import { type DeploymentFilters, filterQuery } from '@/lib/deployments/filters'
import type { DeploymentPage } from '@/lib/deployments/list'
import { formatDate } from '@/lib/format'

type Props = Pick<DeploymentPage, 'newer' | 'older'> & {
  path: string
  filters: DeploymentFilters
  stopped: NonNullable<DeploymentPage['stopped']>
  /** Known services, some of which the text may mean. */
  services: string[]
  timeZone: string
}

const mostSuggested = 3
const link = 'underline underline-offset-4 hover:text-ink'

/** Why a page is short although more deployments may match, and two ways on. */
export function HistoryStopped({ path, filters, stopped, newer, older, services, timeZone }: Props) {
  const day = formatDate(stopped.at, timeZone)
  const isBack = stopped.direction === 'older'
  const meant = filters.service === undefined ? services.filter(contains(filters.q)).slice(0, mostSuggested) : []
  return (
    <Notice kind="info">
      <p>
        {isBack
          ? `Searched back to ${day}; earlier deployments may match.`
          : `Searched up to ${day}; later deployments may match.`}
      </p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-muted">
        <li>
          <Link
            className={link}
            href={`${path}${filterQuery(filters, { page: isBack ? older : newer })}`}
            prefetch={false}
          >
            {isBack ? 'Search further back' : 'Search on'}
          </Link>
        </li>
        {meant.map((service) => (
          <li className="min-w-0" key={service}>
            <Link className={link} href={`${path}${filterQuery(filters, { q: null, service })}`} prefetch={false}>
              Filter by service {service} instead
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function contains(text: string | undefined): (service: string) => boolean {
  return (service) => text !== undefined && service.toLowerCase().includes(text.toLowerCase())
}
