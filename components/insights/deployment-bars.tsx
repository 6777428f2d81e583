import type { ChartBucket } from '@/components/charts/bucket'
import { OutcomeBars } from '@/components/charts/outcome-bars'
import { formatCount } from '@/lib/core/format'
import type { Outcomes } from '@/lib/insights/metrics/outcomes'
import { successAndFailed } from '@/lib/insights/metrics/outcomes'

type Props = {
  title: string
  buckets: readonly ChartBucket[]
  /** Of each bucket. */
  outcomes: readonly Outcomes[]
  rolledBackFails: boolean
}

/** How deployments ended over time; says how many are in no bar because a rollback does not count as failed. */
export function DeploymentBars({ title, buckets, outcomes, rolledBackFails }: Props) {
  const leftOut = rolledBackFails ? 0 : outcomes.reduce((sum, { rolledBack }) => sum + rolledBack, 0)
  return (
    <OutcomeBars
      buckets={buckets.map((bucket, index) => {
        const ended = outcomes[index]
        return { ...bucket, ...(ended ? successAndFailed(ended, rolledBackFails) : { success: 0, failed: 0 }) }
      })}
      title={leftOut > 0 ? `${title}; ${formatCount(leftOut)} rolled back, not counted as failed` : title}
      unit="deployments"
    />
  )
}
