import { Link } from '@/components/ui/link'
import { plural } from '@/lib/core/format'
import type { NotLinked } from '@/lib/deployments/load-not-linked'

type Props = { rows: NotLinked[]; organization: string }

/** Pull requests that a reader may miss among those linked, each with the reason. Renders nothing without any. */
export function NotLinkedList({ rows, organization }: Props) {
  if (rows.length === 0) return null
  return (
    <details className="border-t border-line pt-5 text-sm">
      <summary className="w-fit font-semibold underline-offset-4 hover:underline">
        {plural(rows.length, 'pull request')} in reach, not linked
      </summary>
      <ul className="flex flex-col pt-3">
        {rows.map((row) => (
          <li className="flex flex-col gap-0.5 border-t border-line py-2.5 first:border-t-0" key={row.id}>
            <Link
              className="w-fit leading-snug break-words underline-offset-4 hover:underline"
              href={`/${organization}/pull-requests/${row.id}`}
              prefetch={false}
            >
              <span className="text-muted">#{row.number}</span> {row.title}
            </Link>
            <span className="leading-relaxed text-muted">{inWords(row)}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}

function inWords({ why, baseBranch }: NotLinked): string {
  switch (why) {
    case 'open':
      return 'It is still open: a pull request counts once it is merged.'
    case 'closed':
      return 'It was closed without a merge.'
    case 'outside the paths of the service':
      return 'It changes no file within the paths of the service.'
    case 'other branch':
      return `It was merged into ${baseBranch}, and the deployed commit does not contain that merge.`
  }
}
