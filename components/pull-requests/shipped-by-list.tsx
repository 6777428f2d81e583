import { StatusMark } from '@/components/deployments/status-mark'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { leftOutText } from '@/lib/core/format'
import { methodInWords } from '@/lib/deployments/linking/advice'
import type { ShippedBy } from '@/lib/pull-requests/shipped-by'
import { afterMerge } from './after-merge'

type Props = {
  shippedBy: ShippedBy[]
  /** Id of the deployment that delivered it; null without one. */
  deliveredBy: number | null
  organization: string
  timeZone: string
  now: Date
}

const maxListed = 50

/** The first deployments that shipped a pull request and the one that delivered it, in order, each with why it is linked. */
export function ShippedByList({ shippedBy, deliveredBy, organization, timeZone, now }: Props) {
  const listed = shippedBy.filter(({ id }, index) => index < maxListed || id === deliveredBy)
  const leftOut = shippedBy.length - listed.length
  return (
    <ol className="flex flex-col border-b border-line">
      {listed.map((deployment) => (
        <li
          className="grid gap-x-8 gap-y-1 border-t border-line py-3 text-sm leading-relaxed sm:grid-cols-[10rem_minmax(0,1fr)]"
          key={deployment.id}
        >
          <div>
            <StatusMark status={deployment.status} />
            {deployment.id === deliveredBy && <p className="pl-6 text-muted">delivered it</p>}
          </div>
          <div className="min-w-0 break-words">
            <p>
              <Link
                className="break-all underline underline-offset-4 hover:text-muted"
                href={`/${organization}/deployments/${deployment.id}`}
                prefetch={false}
              >
                {deployment.deploymentId}
              </Link>
              , {deployment.service ? `${deployment.service} to ` : 'to '}
              {deployment.environment}
            </p>
            <p className="text-muted">
              Completed <Time exact now={now} timeZone={timeZone} value={deployment.completedAt} />,{' '}
              {afterMerge(deployment.leadTimeSeconds)}. Linked because {methodInWords(deployment.method)}.
            </p>
          </div>
        </li>
      ))}
      {leftOut > 0 && (
        <li className="border-t border-line py-3 text-sm text-muted">{leftOutText(leftOut, 'later deployment')}.</li>
      )}
    </ol>
  )
}
