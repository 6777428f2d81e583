import { Link } from '@/components/ui/link'
import { formatCount } from '@/lib/core/format'
import type { Shipped } from '@/lib/deployments/load-shipped'

type Props = Pick<Shipped, 'listed' | 'total'> & { organization: string }

/** What a deployment contained, as far as it is listed: each pull request leads to its page. */
export function PullRequestTitles({ listed, total, organization }: Props) {
  const more = total - listed.length
  return (
    <ul className="flex max-w-3xl flex-col gap-2 text-sm leading-relaxed">
      {listed.map(({ id, repository, number, title, author }) => (
        <li className="break-words" key={id}>
          <Link
            className="underline underline-offset-4 hover:text-muted"
            href={`/${organization}/pull-requests/${id}`}
            prefetch={false}
          >
            #{number} {title}
          </Link>{' '}
          <span className="text-muted">
            {repository}
            {author !== null && `, ${author}`}
          </span>
        </li>
      ))}
      {more > 0 && <li className="text-muted">and {formatCount(more)} more</li>}
    </ul>
  )
}
