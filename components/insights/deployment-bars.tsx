import { OutcomeBars } from '@/components/charts/outcome-bars'
import { formatCount } from '@/lib/core/format'
import type { ChartBuckets } from '@/lib/insights/charts/chart-buckets'
import type { ChartGoal } from '@/lib/insights/charts/chart-goal'
import type { Outcomes } from '@/lib/insights/metrics/outcomes'
import { failedWords, successAndFailed } from '@/lib/insights/metrics/outcomes'

type Props = {
  title: string
  buckets: ChartBuckets
  /** The address of the rows behind the buckets, their days left open. */
  rows: string
  /** Of each bucket. */
  outcomes: readonly Outcomes[]
  rolledBackFails: boolean
  /** Of successes. */
  goals: readonly ChartGoal[]
}

/** How deployments ended over time; says how many are in no bar because a rollback does not count as failed. */
export function DeploymentBars({ title, buckets, rows, outcomes, rolledBackFails, goals }: Props) {
  const leftOut = rolledBackFails ? 0 : outcomes.reduce((sum, { rolledBack }) => sum + rolledBack, 0)
  const ended = outcomes.map((each) => successAndFailed(each, rolledBackFails))
  return (
    <OutcomeBars
      buckets={buckets}
      goals={goals}
      failed={failedWords(rolledBackFails)}
      id="deployment-frequency"
      outcomes={{ success: ended.map(({ success }) => success), failed: ended.map(({ failed }) => failed) }}
      rows={rows}
      title={leftOut > 0 ? `${title}; ${formatCount(leftOut)} rolled back, not counted as failed` : title}
      unit="deployments"
    />
  )
}
