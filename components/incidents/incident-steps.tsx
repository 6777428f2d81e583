import type { ReactNode } from 'react'
import { StatusMark } from '@/components/deployments/status-mark'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import { formatCount } from '@/lib/core/format'
import type { DeploymentIncident, IncidentDeployment } from '@/lib/deployments/incidents/find'

type Props = {
  incident: DeploymentIncident
  /** The deployment whose page this is; null on a page of its own. */
  own: number | null
  organization: string
  timeZone: string
  now: Date
  /** What each of them contained, by id. */
  contents: ReadonlyMap<number, ReactNode>
}

/** The failures of an incident in the order in which they ended, and the success that ended it. */
export function IncidentSteps({ incident: { failures, total, closedBy }, ...place }: Props) {
  return (
    <ol className="flex max-w-3xl flex-col gap-3 border-l-2 border-line pl-5 text-sm leading-relaxed">
      {failures.map((failure) => (
        <Step deployment={failure} key={failure.id} {...place} />
      ))}
      {total > failures.length && (
        <li className="text-muted">and {formatCount(total - failures.length)} more that failed</li>
      )}
      {closedBy ? (
        <Step deployment={closedBy} {...place} />
      ) : (
        <li className="text-muted">No deployment has succeeded since.</li>
      )}
    </ol>
  )
}

type StepProps = Omit<Props, 'incident'> & { deployment: IncidentDeployment }

function Step({ deployment, own, organization, timeZone, now, contents }: StepProps) {
  const { id, deploymentId, status, triggeredBy, completedAt } = deployment
  const content = contents.get(id)
  return (
    <li>
      <span className="flex flex-wrap items-center gap-x-3">
        <StatusMark status={status} />
        {id === own ? (
          <span className="break-all">This deployment</span>
        ) : (
          <Link
            className="break-all underline underline-offset-4 hover:text-muted"
            href={`/${organization}/deployments/${id}`}
            prefetch={false}
          >
            {deploymentId}
          </Link>
        )}
        <span className="text-muted">
          <Time now={now} timeZone={timeZone} value={completedAt} />
          {triggeredBy !== null && `, by ${triggeredBy}`}
        </span>
      </span>
      {content && <div className="pt-2">{content}</div>}
    </li>
  )
}
