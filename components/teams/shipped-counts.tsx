import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/core/format'
import type { TeamRow } from '@/lib/insights/teams/read-teams'

type Props = Pick<TeamRow, 'shipped' | 'shippedBefore'> & {
  /** "the 30 days before" */
  before: string
  /** Of what was counted; null where the plan does not include it. */
  hrefs: { deployments: string; pullRequests: string | null }
}

/** How many deployments and pull requests reached production, against the period before. */
export function ShippedCounts({ shipped, shippedBefore, before, hrefs }: Props) {
  const counts = [
    {
      name: 'Deployments that succeeded',
      now: shipped.deployments,
      earlier: shippedBefore.deployments,
      href: hrefs.deployments,
    },
    {
      name: 'Pull requests in production',
      now: shipped.pullRequests,
      earlier: shippedBefore.pullRequests,
      href: hrefs.pullRequests,
    },
  ]
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:max-w-2xl">
      {counts.map(({ name, now, earlier, href }) => (
        <div className="flex flex-col gap-1" key={name}>
          <dt className="text-sm font-medium">{name}</dt>
          <dd className="text-3xl font-semibold tracking-tight tabular-nums">
            {href === null ? (
              formatCount(now)
            ) : (
              <Link className="underline-offset-4 hover:underline" href={href} prefetch={false}>
                {formatCount(now)}
              </Link>
            )}
          </dd>
          <dd className="text-sm text-muted tabular-nums">
            {formatCount(earlier)} in {before}
          </dd>
        </div>
      ))}
    </dl>
  )
}
