import { Link } from '@/components/ui/link'
import { Missing } from '@/components/ui/missing'
import { exactSeconds, formatCount, formatDuration, plural } from '@/lib/core/format'
import type { LeadTime } from '@/lib/insights/metrics/lead-time'
import type { Shipped } from '@/lib/insights/reports/read-shipped'

type Props = {
  shipped: Shipped
  leadTime: LeadTime
  organization: string
  /** The address of all that a service shipped. */
  allHref: (service: string) => string
}

/** What a period brought to production, service by service. */
export function ShippedList({ shipped: { services, others }, leadTime, organization, allHref }: Props) {
  if (services.length === 0)
    return <p className="text-sm text-muted">No pull request reached production in this period.</p>
  return (
    <div className="grid gap-x-10 gap-y-6 text-sm xl:grid-cols-2 print:grid-cols-2 print:gap-x-6 print:gap-y-4">
      {services.map(({ service, total, pullRequests }) => {
        const p50 = leadTime.byService.find((each) => each.service === service)?.distribution.p50
        return (
          <section className="break-inside-avoid" key={service ?? ''}>
            <div className="flex items-baseline justify-between gap-4 pb-1.5">
              <h3 className="min-w-0 font-semibold break-words">{service ?? 'Without a service'}</h3>
              <p className="text-xs whitespace-nowrap text-muted tabular-nums">
                {plural(total, 'pull request')}
                {p50 !== undefined && total > 1 && `, median ${formatDuration(p50)}`}
              </p>
            </div>
            <ul>
              {pullRequests.map(({ id, number, title, leadTimeSeconds }) => (
                <li
                  className="grid grid-cols-[minmax(0,1fr)_6.5rem] gap-x-4 border-t border-line py-1.5 print:py-1"
                  key={id}
                >
                  <Link
                    className="min-w-0 break-words underline-offset-4 hover:underline"
                    href={`/${organization}/pull-requests/${id}`}
                    prefetch={false}
                  >
                    <span className="text-muted tabular-nums">#{number}</span> {title}
                  </Link>
                  <span className="text-right tabular-nums">
                    {leadTimeSeconds === null ? (
                      <Missing why="Its first commit is not known" />
                    ) : (
                      <span title={exactSeconds(leadTimeSeconds)}>{formatDuration(leadTimeSeconds)}</span>
                    )}
                  </span>
                </li>
              ))}
              {total > pullRequests.length && (
                <li className="border-t border-line py-1.5 text-muted print:py-1">
                  <Rest count={total - pullRequests.length} href={service === null ? null : allHref(service)} />
                </li>
              )}
            </ul>
          </section>
        )
      })}
      {others.services > 0 && (
        <p className="col-span-full text-muted">
          And {plural(others.pullRequests, 'pull request')} of {plural(others.services, 'more service')}.
        </p>
      )}
    </div>
  )
}

/** How many more there are; they are found under `href`. */
function Rest({ count, href }: { count: number; href: string | null }) {
  const words = `and ${formatCount(count)} more`
  if (href === null) return words
  return (
    <Link className="underline underline-offset-4 hover:text-ink print:no-underline" href={href} prefetch={false}>
      {words}
    </Link>
  )
}
