import { serviceKeyOf } from '@/lib/core/service-key'
import { deliversPullRequests, type LinkMethod } from '@/lib/deployments/linking/rules'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { PullRequestState } from '@/lib/generated/prisma/enums'

/** A deployment that shipped a pull request, whatever became of it. */
export type ShippedBy = {
  /** Id of the stored record. */
  id: number
  /** As the CI system sent it. */
  deploymentId: string
  service: string | null
  environment: string
  pipelineUrl: string | null
  status: DeploymentStatus
  production: boolean
  voided: boolean
  completedAt: Date
  method: LinkMethod
  /** From the merge to the completion of the deployment; 0 where clocks have it live before. */
  leadTimeSeconds: number
}

type Timed = { state: PullRequestState; openedAt: Date | null; mergedAt: Date | null; closedAt: Date | null }

/** The first deployment of a service that contained a pull request: it was live since then or before. */
export type FirstDeployment = {
  /** Id of the stored record. */
  id: number
  deploymentId: string
  service: string | null
  environment: string
  completedAt: Date
}

/** Why a pull request is not live, and since when that is so, as far as it is known. */
export type NotLive = { why: 'not merged' | 'merged, not deployed' | 'rolled back'; since: Date | null }

/** Deployments that count and are the first of their service and environment. `shippedBy` are in order of completion. */
export function firstDeliveries(shippedBy: readonly ShippedBy[]): ShippedBy[] {
  const first = new Map<string, ShippedBy>()
  for (const deployment of shippedBy.filter(deliversPullRequests)) {
    const place = JSON.stringify([serviceKeyOf(deployment.service ?? ''), serviceKeyOf(deployment.environment)])
    if (!first.has(place)) first.set(place, deployment)
  }
  return [...first.values()]
}

/** What keeps a pull request from being live that nothing delivers; `rolledBackAt` is the last time that took it back. */
export function whyNotLive({ state, openedAt, mergedAt, closedAt }: Timed, rolledBackAt: Date | null): NotLive {
  if (!mergedAt) return { why: 'not merged', since: state === 'closed' ? closedAt : openedAt }
  if (rolledBackAt) return { why: 'rolled back', since: rolledBackAt }
  return { why: 'merged, not deployed', since: mergedAt }
}

/** When the last deployment that shipped it was rolled back; null when none was. `shippedBy` are in order of completion. */
export function lastRollback(shippedBy: readonly ShippedBy[]): Date | null {
  const rolledBack = shippedBy.findLast(({ status }) => status === 'rolled_back')
  return rolledBack?.completedAt ?? null
}
