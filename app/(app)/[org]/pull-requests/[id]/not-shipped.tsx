import Link from 'next/link'
import type { PullRequestDetails } from '@/lib/pull-requests/get'

/** Why no deployment has shipped a pull request, and what to look at when one has. */
export function NotShipped({ pullRequest, organization }: { pullRequest: PullRequestDetails; organization: string }) {
  const { mergedAt, mergeCommitSha, state, containedIn } = pullRequest
  if (!mergedAt) {
    return (
      <p className="max-w-2xl border-l-2 border-line pl-5 text-sm leading-relaxed">
        {state === 'open' ? 'It is open: only what is merged is shipped.' : 'It was closed without a merge.'}
      </p>
    )
  }
  if (containedIn) {
    return (
      <p className="max-w-2xl border-l-2 border-line pl-5 text-sm leading-relaxed break-words">
        The commit that{' '}
        <Link
          className="break-all underline underline-offset-4 hover:text-muted"
          href={`/${organization}/deployments/${containedIn.id}`}
        >
          {containedIn.deploymentId}
        </Link>{' '}
        deployed contains it, yet the deployment is not linked to it. Its page says why, and what to change.
      </p>
    )
  }
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
        If it is in production already, open the{' '}
        <Link
          className="underline underline-offset-4 hover:text-ink"
          href={`/${organization}/deployments?status=success`}
        >
          deployment that brought it
        </Link>
        : its page says why it is not linked, and what to change.
      </p>
    </div>
  )
}
