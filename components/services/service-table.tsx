import { ArrowDown } from 'lucide-react'
import { Link } from '@/components/ui/link'
import { MissingNote } from '@/components/ui/missing'
import { levelNeeds, levelsReport } from '@/lib/insights/metrics/levels'
import type { ServiceRow as Row, ServiceSort } from '@/lib/insights/services/rows'
import { fromWords, missingOf, type ServicePlace, ServiceRow } from './service-row'

type Props = ServicePlace & {
  rows: readonly Row[]
  /** Whether the plan includes more than deployments. */
  full: boolean
  sort: ServiceSort
  /** The address of this list in another order. */
  sortHref: (sort: ServiceSort) => string
}

type Column = {
  title: string
  below?: string | ((leadTimeFrom: ServicePlace['leadTimeFrom']) => string)
  look: string
  sort?: ServiceSort
  free?: true
}

const columns: readonly Column[] = [
  { title: 'Service', below: 'team, repository', look: 'text-left', sort: 'name', free: true },
  { title: 'Weeks', below: 'each on its own scale', look: 'w-36 text-left', free: true },
  { title: 'Deployments', below: 'rate of successes', look: 'w-33 text-right', sort: 'deployments', free: true },
  {
    title: 'Lead time',
    below: (leadTimeFrom) => `median, ${fromWords[leadTimeFrom]}`,
    look: 'w-27 text-right',
    sort: 'lead-time',
  },
  { title: 'Change failure rate', look: 'w-25 text-right', sort: 'failure-rate' },
  { title: 'Recovery', below: 'median', look: 'w-27 text-right', sort: 'recovery' },
  { title: 'Latest deployment', look: 'w-32 text-right', sort: 'last', free: true },
]

/** Services with their figures of a period; column heads sort. */
export function ServiceTable({ rows, full, sort, sortHref, ...place }: Props) {
  return (
    <>
      <table className="w-full border-collapse text-sm leading-snug max-lg:block lg:table-fixed">
        <caption className="sr-only">Services</caption>
        <thead className="max-lg:block max-lg:pb-3">
          <tr className="max-lg:flex max-lg:flex-wrap max-lg:gap-x-4 max-lg:gap-y-1">
            {columns
              .filter(({ free }) => full || free)
              .map(({ title, below, look, sort: by }) => (
                <th
                  aria-sort={by && (by === sort ? (by === 'name' ? 'ascending' : 'descending') : undefined)}
                  className={`sticky top-0 z-10 bg-paper py-2 pr-5 align-top text-xs font-medium text-muted shadow-[inset_0_-1px_var(--line)] last:pr-0 max-lg:static max-lg:w-auto max-lg:p-0 max-lg:shadow-none ${look} ${by ? '' : 'max-lg:hidden'}`}
                  key={title}
                  scope="col"
                >
                  {by ? <SortLink by={by} current={by === sort} href={sortHref(by)} title={title} /> : title}
                  {below && (
                    <span className="block font-normal max-lg:hidden">
                      {typeof below === 'string' ? below : below(place.leadTimeFrom)}
                    </span>
                  )}
                </th>
              ))}
          </tr>
        </thead>
        <tbody className="max-lg:block">
          {rows.map((row) => (
            <ServiceRow full={full} key={row.key ?? ''} row={row} {...place} />
          ))}
        </tbody>
      </table>
      {full && (
        <>
          <MissingNote whys={rows.flatMap(({ health }) => missingOf(health))} />
          <LevelNote leadTimeFrom={place.leadTimeFrom} />
        </>
      )}
    </>
  )
}

/** Where the levels in the table come from, and what they need. */
function LevelNote({ leadTimeFrom }: Pick<ServicePlace, 'leadTimeFrom'>) {
  return (
    <p className="text-xs leading-relaxed text-pretty text-muted">
      Levels:{' '}
      <a className="underline underline-offset-4 hover:text-ink" href={levelsReport.url} rel="noreferrer">
        {levelsReport.title}
      </a>
      . {levelNeeds}
      {leadTimeFrom === 'merge' && ' Lead time has levels from the first commit only.'}
    </p>
  )
}

type SortLinkProps = { by: ServiceSort; current: boolean; href: string; title: string }

function SortLink({ by, current, href, title }: SortLinkProps) {
  return (
    <Link
      className={`inline-flex items-center gap-1 underline-offset-4 hover:text-ink hover:underline max-lg:py-1.5 ${current ? 'text-ink' : ''}`}
      href={href}
      prefetch={false}
      scroll={false}
    >
      {title}
      {current && <ArrowDown aria-hidden="true" className={`size-3 ${by === 'name' ? 'rotate-180' : ''}`} />}
    </Link>
  )
}
