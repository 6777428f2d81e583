import { StatusMark } from '@/components/deployments/status-mark'
import { Link } from '@/components/ui/link'
import { Time } from '@/components/ui/time'
import type { Neighbour } from '@/lib/deployments/find-neighbours'

type Props = {
  previous: Neighbour | null
  next: Neighbour | null
  organization: string
  timeZone: string
  now: Date
}

/** The way to the deployments before and after, of the same service and environment. */
export function Neighbours({ previous, next, ...place }: Props) {
  if (!previous && !next) return null
  return (
    <nav aria-label="Same service and environment" className="grid gap-4 border-t border-line pt-6 sm:grid-cols-2">
      <div>{previous && <Step deployment={previous} direction="Before" {...place} />}</div>
      <div className="sm:text-right">{next && <Step deployment={next} direction="After" {...place} />}</div>
    </nav>
  )
}

type StepProps = Pick<Props, 'organization' | 'timeZone' | 'now'> & { deployment: Neighbour; direction: string }

function Step({ deployment, direction, organization, timeZone, now }: StepProps) {
  return (
    <Link
      className="group inline-flex flex-col gap-1 text-sm sm:group-last:items-end"
      href={`/${organization}/deployments/${deployment.id}`}
    >
      <span className="text-xs text-muted">{direction}</span>
      <span className="break-all underline-offset-4 group-hover:underline">{deployment.deploymentId}</span>
      <span className="inline-flex flex-wrap items-center gap-x-3">
        <StatusMark status={deployment.status} voided={deployment.voided} />
        <span className="text-muted">
          <Time now={now} timeZone={timeZone} value={deployment.startedAt} />
        </span>
      </span>
    </Link>
  )
}
