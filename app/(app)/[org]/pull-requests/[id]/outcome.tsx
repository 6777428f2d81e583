import { StateMark } from '@/components/pull-requests/state-mark'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { methodInWords } from '@/lib/deployments/linking/advice'
import type { PullRequestDetails } from '@/lib/pull-requests/get'

type Props = { pullRequest: PullRequestDetails; organization: string; timeZone: string; now: Date }

/** What became of it, in one sentence: live since when, by which deployment and why, or what it waits for. */
export function Outcome({ pullRequest, organization, timeZone, now }: Props) {
  const { state, delivery, liveBefore, notLive, mergedAt } = pullRequest
  return (
    <div className="flex flex-col gap-1 leading-relaxed">
      <StateMark
        liveBefore={liveBefore}
        liveSince={delivery?.completedAt ?? null}
        notLive={notLive}
        state={state}
        timeZone={timeZone}
      />
      {delivery && (
        <p className="max-w-2xl pl-6 text-sm break-words text-muted">
          By{' '}
          <Link
            className="break-all underline underline-offset-4 hover:text-ink"
            href={`/${organization}/deployments/${delivery.id}`}
          >
            {delivery.deploymentId}
          </Link>
          , {delivery.service ? `${delivery.service} to ` : 'to '}
          {delivery.environment}. Linked because {methodInWords(delivery.method)}.
        </p>
      )}
      {liveBefore && (
        <p className="max-w-2xl pl-6 text-sm break-words text-muted">
          <Link
            className="break-all underline underline-offset-4 hover:text-ink"
            href={`/${organization}/deployments/${liveBefore.id}`}
          >
            {liveBefore.deploymentId}
          </Link>
          , the first deployment{liveBefore.service && <> of {liveBefore.service}</>} to {liveBefore.environment},{' '}
          <Time exact now={now} timeZone={timeZone} value={liveBefore.completedAt} />, contained it already. When it
          went live is not known, so it has no lead time.
        </p>
      )}
      {notLive?.why === 'merged, not deployed' && mergedAt && (
        <p className="pl-6 text-sm text-muted">
          Merged <Time now={now} timeZone={timeZone} value={mergedAt} />.
        </p>
      )}
      {notLive?.why === 'rolled back' && (
        <p className="pl-6 text-sm text-muted">
          It is live again with the next successful deployment that contains it.
        </p>
      )}
    </div>
  )
}
