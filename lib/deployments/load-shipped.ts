import { log } from '@/lib/core/log'
import { type Read, reading } from '@/lib/db/reading'
import { findLinks } from '@/lib/deployments/linking/find-links'
import { resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import type { LinkableDeployment } from '@/lib/deployments/linking/rules'
import { Prisma } from '@/lib/generated/prisma/client'

export type ShippedPullRequest = {
  id: number
  repository: string
  number: number
  title: string
  author: string | null
}

/**
 * Pull requests of a deployment: the first of them, and how many there are; `atMost` where some may be those of other
 * services, because not all of their files were compared with its paths.
 */
export type Shipped = { listed: ShippedPullRequest[]; total: number; atMost: boolean }

const none: Shipped = { listed: [], total: 0, atMost: false }

/** Characters of paths that are compared: others wait for it. */
const maxCompared = 1_000_000

/** What a deployment is linked to, the latest merges first, `limit` of them listed. */
export function loadShipped(organizationId: number, deploymentId: number, limit: number): Promise<Shipped> {
  return reading(async (read) => {
    const [counted] = await read<{ total: number }>(Prisma.sql`
      SELECT count(*)::int AS total FROM deployment_pull_requests
      WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId}`)
    const linked = Prisma.sql`
      SELECT pull_request_id FROM deployment_pull_requests
      WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId}`
    return {
      listed: await listPullRequests(read, organizationId, linked, limit),
      total: counted?.total ?? 0,
      atMost: false,
    }
  })
}

type Failed = Omit<LinkableDeployment, 'voided' | 'repositoryId' | 'resolvedSha'>

/**
 * What a deployment that failed would have shipped, found as if it had not, `limit` of them listed. Nothing where its
 * commits are not known, or where finding them takes too long.
 */
export async function loadWouldHaveShipped(organizationId: number, failed: Failed, limit: number): Promise<Shipped> {
  const deployment = { ...failed, voided: false }
  try {
    return await reading(async (read, { client }) => {
      const commits = await resolveCommits(client, { organizationId, hasRepositories: true }, deployment)
      if (typeof commits === 'string') return none
      const { repositoryId, sha } = commits.current
      const budget = { left: maxCompared }
      const located = { ...deployment, repositoryId, resolvedSha: sha }
      const { links } = await findLinks(client, organizationId, located, commits, { budget })
      const ids = links.map(({ pullRequestId }) => pullRequestId)
      const listed = await listPullRequests(read, organizationId, Prisma.sql`SELECT unnest(${ids}::int[])`, limit)
      return { listed, total: links.length, atMost: budget.left <= 0 }
    })
  } catch (error) {
    log.warn('what a failed deployment would have shipped is not known', { organizationId, error })
    return none
  }
}

function listPullRequests(read: Read, organizationId: number, ids: Prisma.Sql, limit: number) {
  return read<ShippedPullRequest>(Prisma.sql`
    SELECT p.id, r.full_name AS repository, p.number, p.title, p.author
    FROM pull_requests p JOIN repositories r ON r.organization_id = p.organization_id AND r.id = p.repository_id
    WHERE p.organization_id = ${organizationId} AND p.id IN (${ids})
    ORDER BY p.merged_at DESC, p.id DESC LIMIT ${limit}`)
}
