import { Link } from '@/components/ui/link'
import type { Organization } from '@/lib/accounts/organizations/find'
import { historyQuery } from '@/lib/deployments/filters'
import type { PullRequestDetails } from '@/lib/pull-requests/get'

type Props = { pullRequest: PullRequestDetails; organization: Organization }

/** Why no deployment has shipped a pull request, and what to look at when one has. */
export function NotShipped({ pullRequest, organization: { slug, productionNames } }: Props) {
  const { mergedAt, mergeCommitSha, state, liveBefore, containedIn, deployedAs } = pullRequest
  if (!mergedAt) {
    return (
      <p className="max-w-2xl border-l-2 border-line pl-5 text-sm leading-relaxed">
        {state === 'open' ? 'It is open: only what is merged is shipped.' : 'It was closed without a merge.'}
      </p>
    )
  }
  if (liveBefore) {
    return (
      <p className="max-w-2xl border-l-2 border-line pl-5 text-sm leading-relaxed">
        It was live before the first deployment that Leadline knows, so it counts in no metric.
      </p>
    )
  }
  if (containedIn) {
    return (
      <p className="max-w-2xl border-l-2 border-line pl-5 text-sm leading-relaxed break-words">
        The commit that{' '}
        <Link
          className="break-all underline underline-offset-4 hover:text-muted"
          href={`/${slug}/deployments/${containedIn.id}`}
        >
          {containedIn.deploymentId}
        </Link>{' '}
        deployed contains it, yet the deployment is not linked to it. Its page says why, and what to change.
      </p>
    )
  }
  const { service = null, environment = productionNames[0] } = deployedAs ?? {}
  const where = environment === undefined ? { production: true as const } : { environment }
  const successes = historyQuery({ status: 'success', ...where, ...(service !== null && { service }) })
  return (
    <div className="flex max-w-2xl flex-col gap-3 border-l-2 border-line pl-5 text-sm leading-relaxed">
      <p>
        It waits for the next successful deployment to production that contains it
        {mergeCommitSha && (
          <>
            {' '}
            (merge commit <code className="font-mono text-[0.8125rem]">{mergeCommitSha.slice(0, 10)}</code>)
          </>
        )}
        .
      </p>
      <p className="text-muted">
        If it is in production already, look through the{' '}
        <Link className="underline underline-offset-4 hover:text-ink" href={`/${slug}/deployments${successes}`}>
          deployments
        </Link>
        : the page of the deployment that shipped it says why it is not linked, and what to change.
      </p>
    </div>
  )
}
