import type { Recorded } from '@/lib/deployments/record'

const keyLike = /ldl_[0-9A-Za-z]{16}/

/** What was done with an accepted event, in words. */
export function describeRecorded({ action, linkedPRs }: Recorded): string {
  if (linkedPRs === 0) return action
  return `${action}, ${linkedPRs.toLocaleString('en')} ${linkedPRs === 1 ? 'pull request' : 'pull requests'} linked`
}

/** The `deploymentId` of a body that may be wrong in any way; null when it is none, or somebody pasted a key there. */
export function readDeploymentId(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('deploymentId' in body)) return null
  const { deploymentId } = body
  if (typeof deploymentId !== 'string' || deploymentId.trim() === '' || deploymentId.length > 200) return null
  return keyLike.test(deploymentId) ? null : deploymentId
}
