import { Link } from '@/components/ui/link'
import { exactSeconds, formatDuration, plural } from '@/lib/core/format'
import type { UndeployedGroup } from '@/lib/pull-requests/list-undeployed'

type Props = { groups: readonly UndeployedGroup[]; organization: string }

const maxGroups = 6

/** How much each service has yet to deploy, the longest wait first. */
export function Waiting({ groups, organization }: Props) {
  const href = `/${organization}/pull-requests/undeployed`
  if (groups.length === 0)
    return <p className="text-sm text-muted">No deployed service has a merged pull request waiting.</p>
  return (
    <div className="flex flex-col gap-3">
      <ul className="waiting">
        {groups.slice(0, maxGroups).map(({ repository, service, total, pullRequests }) => {
          const [oldest] = pullRequests
          return (
            <li key={`${repository} ${service}`}>
              <p>
                <span className="font-medium">{service ?? repository}</span>{' '}
                <small>{plural(total, 'pull request')}</small>
              </p>
              {oldest && (
                <>
                  <p title={`${exactSeconds(oldest.ageSeconds)} since the merge`}>
                    {formatDuration(oldest.ageSeconds)}
                  </p>
                  <Link href={`/${organization}/pull-requests/${oldest.id}`} prefetch={false}>
                    <span className="tabular-nums">{`#${oldest.number}`}</span>
                    {` ${oldest.title}`}
                  </Link>
                </>
              )}
            </li>
          )
        })}
      </ul>
      <Link
        className="w-fit text-sm underline underline-offset-4 hover:text-muted print:hidden"
        href={href}
        prefetch={false}
      >
        {groups.length > maxGroups
          ? `All of ${plural(groups.length, 'service')} with what waits`
          : 'Everything that is merged and not deployed'}
      </Link>
    </div>
  )
}
