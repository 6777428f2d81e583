import { StatusMark } from '@/components/deployments/status-mark'
import { formatRelative, plural } from '@/lib/core/format'
import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { eventInstant } from '@/lib/deployments/status'
import { FittingList } from './fitting-list'

type Props = { deployments: readonly DeploymentSummary[]; now: Date; timeZone: string; wide: boolean }

/** The latest deployments to production, as they come, and since when each is what it is; in two columns where `wide`. */
export function WallDeployments({ deployments, now, timeZone, wide }: Props) {
  return (
    <FittingList layout={wide ? 'two columns' : 'one column'} title="Latest deployments to production">
      {deployments.length === 0 && (
        <li className="py-[0.35em] text-muted" key="none">
          None yet
        </li>
      )}
      {deployments.map((deployment) => {
        const { id, status, service, pipelineName, deploymentId, linkedPRs } = deployment
        return (
          <li
            className="grid grid-cols-[7.1em_minmax(0,1fr)_7.5em] items-center gap-x-[0.5em] py-[0.35em] sm:grid-cols-[7.5em_minmax(0,1fr)_8.5em] sm:gap-x-[0.8em] [&>:first-child]:gap-[0.4em] [&_svg]:size-[0.9em]"
            key={id}
          >
            <StatusMark status={status} />
            <span className="truncate text-left" dir="auto">
              <span className="font-medium">{service ?? pipelineName ?? deploymentId}</span>
              {linkedPRs > 0 && (
                <span className="text-muted tabular-nums max-sm:hidden"> {plural(linkedPRs, 'change')}</span>
              )}
            </span>
            <span className="text-right text-muted tabular-nums">
              {formatRelative(eventInstant(deployment), now, timeZone)}
            </span>
          </li>
        )
      })}
    </FittingList>
  )
}
