import type { ShownBase } from '@/lib/deployments/load-base'
import type { DeploymentStatus } from '@/lib/deployments/schema'

const ends: { [Status in DeploymentStatus]?: string } = {
  failure: 'failed',
  cancelled: 'was cancelled',
  rolled_back: 'was rolled back',
}

/** What became of a deployment that did not stay a success, to go on after "which". */
export function endInWords(status: DeploymentStatus): string {
  return ends[status] ?? 'did not succeed'
}

/** Where a range begins and why, in one phrase, such as "the success gh-1 (3f2a…): …". */
export function baseInWords({ sha, deployment, insteadOf }: ShownBase): string {
  const where = deployment ? `the success ${deployment.deploymentId} (${sha})` : sha
  if (!insteadOf) return where
  const nothing = deployment ? '' : ', and nothing had succeeded before'
  return `${where}: the previousCommitSha that was sent is the commit of ${insteadOf.deploymentId}, which ${endInWords(insteadOf.status)}${nothing}`
}
