import { StatusMark } from '@/components/deployments/status-mark'
import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { formatRelative, plural } from '@/lib/format'
import { FittingList } from './fitting-list'

type Props = { deployments: readonly DeploymentSummary[]; now: Date; timeZone: string }

/** The latest deployments to production, as they come. */
export function WallDeployments({ deployments, now, timeZone }: Props) {
  return (
    <FittingList title="Latest deployments to production">
      {deployments.length === 0 && (
        <li className="py-[0.35em] text-muted" key="none">
          None yet
        </li>
      )}
      {deployments.map(({ id, status, service, pipelineName, deploymentId, linkedPRs, startedAt }) => (
        <li
          className="grid grid-cols-[7em_minmax(0,1fr)_7.2em] items-center gap-x-[0.4em] sm:gap-x-[0.8em] sm:grid-cols-[8.5em_minmax(0,1fr)_8em_8.5em] py-[0.35em] [&_svg]:size-[0.9em]"
          key={id}
        >
          <StatusMark status={status} />
          <span className="truncate font-medium">{service ?? pipelineName ?? deploymentId}</span>
          <span className="truncate text-right text-muted tabular-nums max-sm:hidden">
            {linkedPRs > 0 && plural(linkedPRs, 'change')}
          </span>
          <span className="text-right text-muted tabular-nums">{formatRelative(startedAt, now, timeZone)}</span>
        </li>
      ))}
    </FittingList>
  )
}
