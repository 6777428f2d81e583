import { AppError } from '@/lib/core/errors'
import { type Read, reading } from '@/lib/db/reading'
import { freshFirstDeployments } from '@/lib/deployments/first-deployments/refresh'
import { methodInWords } from '@/lib/deployments/linking/advice'
import { findRepository } from '@/lib/deployments/linking/find-repository'
import type { LinkMethod } from '@/lib/deployments/linking/rules'
import { Prisma } from '@/lib/generated/prisma/client'
import type { PullRequestState } from '@/lib/generated/prisma/enums'
import type { LiveQuestion } from './live-question'
import { loadFirstDeployment } from './load-first-deployment'
import { loadShippedBy } from './load-shipped-by'
import {
  type FirstDeployment,
  firstDeliveries,
  lastRollback,
  type NotLive,
  type ShippedBy,
  whyNotLive,
} from './shipped-by'

type DeliveredBy = Pick<ShippedBy, 'id' | 'deploymentId' | 'service' | 'environment' | 'pipelineUrl'>

export type LiveAnswer = {
  /** Id of the stored record. */
  id: number
  /** Full name. */
  repository: string
  number: number
  title: string
  state: PullRequestState
  mergedAt: Date | null
  live: boolean
  /** Completion of the deployment that delivered it; null also where it was live before the first one. */
  since: Date | null
  /** Whether no deployment delivered it, but the first one of a service contained it: it was live since then or before. */
  beforeFirstDeployment: boolean
  /** That first deployment. */
  firstDeployment: FirstDeployment | null
  /** The earliest production deployment that is now a success and shipped it. */
  deployment: DeliveredBy | null
  method: LinkMethod | null
  /** Why it is linked to that deployment, in words. */
  because: string | null
  /** From the merge to production; 0 where clocks have it live before. */
  leadTimeSeconds: number | null
  /** Every service and environment that has it, in the order they got it. */
  services: (Pick<ShippedBy, 'service' | 'environment'> & { since: Date; deployment: DeliveredBy })[]
  /** What keeps it from being live; null when it is. */
  notLive: (NotLive & { ageSeconds: number | null }) | null
}

type Found = Pick<LiveAnswer, 'id' | 'number' | 'title' | 'state' | 'mergedAt'> & {
  openedAt: Date | null
  closedAt: Date | null
}

/**
 * Whether a pull request is in production, since when and by which deployment, or why not. `repository` is matched as
 * the service of an event is. Throws `not_found` for a repository or number that the organization does not have, and
 * `invalid` for a name that several repositories go by.
 */
export async function findLive(organizationId: number, repository: string, number: number): Promise<LiveAnswer> {
  await freshFirstDeployments(organizationId)
  return reading((read) => readLive(read, organizationId, { repository, number }))
}

/** The same by what first deployments are known to have contained. */
export async function readLive(
  read: Read,
  organizationId: number,
  { repository, number }: LiveQuestion,
): Promise<LiveAnswer> {
  const { id: repositoryId, fullName } = await findRepository(read, organizationId, repository)
  const [found] = await read<Found>(Prisma.sql`
    SELECT id, number, title, state, merged_at AS "mergedAt", opened_at AS "openedAt", closed_at AS "closedAt"
    FROM pull_requests
    WHERE organization_id = ${organizationId} AND repository_id = ${repositoryId} AND number = ${number}`)
  if (!found) throw new AppError('not_found', 'The repository has no pull request with this number')
  const first = await loadFirstDeployment(read, organizationId, found.id)
  return toAnswer(fullName, found, await loadShippedBy(read, organizationId, found.id), first)
}

function toAnswer(
  repository: string,
  found: Found,
  shippedBy: ShippedBy[],
  contained: FirstDeployment | null,
): LiveAnswer {
  const deliveries = firstDeliveries(shippedBy)
  const [first] = deliveries
  const firstDeployment = first ? null : contained
  const live = first !== undefined || firstDeployment !== null
  const { openedAt: _opened, closedAt: _closed, ...pullRequest } = found
  return {
    ...pullRequest,
    repository,
    live,
    since: first?.completedAt ?? null,
    beforeFirstDeployment: firstDeployment !== null,
    firstDeployment,
    deployment: first ? deliveredBy(first) : null,
    method: first?.method ?? null,
    because: first ? methodInWords(first.method) : null,
    leadTimeSeconds: first?.leadTimeSeconds ?? null,
    services: deliveries.map((deployment) => ({
      service: deployment.service,
      environment: deployment.environment,
      since: deployment.completedAt,
      deployment: deliveredBy(deployment),
    })),
    notLive: live ? null : withAge(whyNotLive(found, lastRollback(shippedBy))),
  }
}

function deliveredBy({ id, deploymentId, service, environment, pipelineUrl }: ShippedBy): DeliveredBy {
  return { id, deploymentId, service, environment, pipelineUrl }
}

function withAge(notLive: NotLive): LiveAnswer['notLive'] {
  const { since } = notLive
  return { ...notLive, ageSeconds: since && Math.round((Date.now() - since.getTime()) / 1000) }
}
