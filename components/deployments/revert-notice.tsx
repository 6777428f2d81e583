import type { ReactNode } from 'react'
import { Undo2 } from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { ProposedFailure } from '@/lib/deployments/find-reverts'

type Props = {
  proposed: ProposedFailure
  /** The deployment whose page this is on; null elsewhere. */
  own: number | null
  organization: string
  timeZone: string
  now: Date
  /** What can be done about it. */
  children?: ReactNode
}

/** Says that what a deployment shipped was reverted, by which pull request and which deployment. */
export function RevertNotice({ proposed, own, organization, timeZone, now, children }: Props) {
  const { service, deployment, pullRequest, revertedBy } = proposed
  const linkTo = (path: string, text: string) => (
    <Link className="underline underline-offset-4 hover:text-muted" href={`/${organization}/${path}`} prefetch={false}>
      {text}
    </Link>
  )
  const deploymentLink = ({ id, deploymentId }: { id: number; deploymentId: string }) =>
    id === own ? 'this deployment' : linkTo(`deployments/${id}`, deploymentId)
  const pullRequestLink = ({ id, number, title }: { id: number; number: number; title: string }) =>
    linkTo(`pull-requests/${id}`, `#${number} ${title}`)
  return (
    <div className="flex gap-3 border-l-2 border-strong-line bg-raised px-4 py-3 text-sm leading-relaxed">
      <Undo2 className="mt-0.5 shrink-0 text-muted" />
      <div className="flex min-w-0 flex-col gap-3 break-words">
        <p>
          <strong className="font-semibold">
            Did {deploymentLink(deployment)}
            {service !== null && deployment.id !== own && ` of ${service}`} break production?
          </strong>{' '}
          It shipped {pullRequestLink(pullRequest)}, and {deploymentLink(revertedBy.deployment)} shipped{' '}
          {pullRequestLink(revertedBy.pullRequest)}{' '}
          <Time now={now} timeZone={timeZone} value={revertedBy.deployment.completedAt} />.
        </p>
        {children}
      </div>
    </div>
  )
}
