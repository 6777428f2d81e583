import { log } from '@/lib/core/log'
import { reading } from '@/lib/db/reading'
import { findLinks } from '@/lib/deployments/linking/find-links'
import { resolveCommits } from '@/lib/deployments/linking/resolve-commit'
import { Prisma } from '@/lib/generated/prisma/client'
import { foreignText, type Message, maxListed } from '../content'
import type { DeploymentRow } from './deployment-row'
import type { Place } from './occurrence'
import { pageUrl } from './page-url'

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

/** Characters of paths that are compared for a notification: the next one waits for it. */
const maxCompared = 1_000_000

/** What a deployment is linked to: what it contained. */
export function loadShipped({ organizationId }: Place, deploymentId: number): Promise<Shipped> {
  return reading(async (read) => {
    const [counted] = await read<{ total: number }>(Prisma.sql`
      SELECT count(*)::int AS total FROM deployment_pull_requests
      WHERE organization_id = ${organizationId} AND deployment_id = ${deploymentId}`)
    const listed = await read<ShippedPullRequest>(Prisma.sql`
      SELECT p.id, r.full_name AS repository, p.number, p.title, p.author
      FROM deployment_pull_requests l JOIN pull_requests p ON p.id = l.pull_request_id
      JOIN repositories r ON r.id = p.repository_id
      WHERE l.organization_id = ${organizationId} AND l.deployment_id = ${deploymentId}
      ORDER BY p.merged_at DESC, p.id DESC LIMIT ${maxListed}`)
    return { listed, total: counted?.total ?? 0, atMost: false }
  })
}

/**
 * What a deployment that failed would have shipped, found as if it had not. Nothing where its commits are not known, or
 * where finding them takes too long: it is told all the same.
 */
export async function loadWouldHaveShipped({ organizationId }: Place, row: DeploymentRow): Promise<Shipped> {
  const deployment = { ...row, voided: false }
  try {
    return await reading(async (read, { client }) => {
      const sender = { organizationId, hasRepositories: true }
      const commits = await resolveCommits(client, sender, deployment)
      if (typeof commits === 'string') return none
      const { repositoryId, sha } = commits.current
      const located = { ...deployment, repositoryId, resolvedSha: sha }
      const budget = { left: maxCompared }
      const { links } = await findLinks(client, organizationId, located, commits, { budget })
      const ids = links.map(({ pullRequestId }) => pullRequestId)
      const listed = await read<ShippedPullRequest>(Prisma.sql`
        SELECT p.id, r.full_name AS repository, p.number, p.title, p.author
        FROM pull_requests p JOIN repositories r ON r.id = p.repository_id
        WHERE p.organization_id = ${organizationId} AND p.id = ANY (${ids}::int[])
        ORDER BY p.merged_at DESC, p.id DESC LIMIT ${maxListed}`)
      return { listed, total: links.length, atMost: budget.left <= 0 }
    })
  } catch (error) {
    log.warn('what a failed deployment would have shipped is not known', { organizationId, error })
    return none
  }
}

/** Pull requests as programs get them. */
export function shippedData(place: Place, { listed, total, atMost }: Shipped) {
  const pullRequests = listed.map(({ id, repository, number, title, author }) => ({
    repository,
    number,
    title: foreignText(title),
    author: author === null ? null : foreignText(author),
    url: pageUrl(place, `/pull-requests/${id}`),
  }))
  return { pullRequests, morePullRequests: Math.max(total - listed.length, 0), ...(atMost && { atMost }) }
}

/** Pull requests as people read them; null for none. */
export function shippedList(place: Place, title: string, { listed, total, atMost }: Shipped): Message['list'] {
  if (listed.length === 0) return null
  return {
    title: atMost ? `${title} at most: files of some were not compared with the paths of the service` : title,
    items: listed.map(({ id, repository, number, title: name }) => ({
      text: foreignText(`${repository}#${number} ${name}`),
      url: pageUrl(place, `/pull-requests/${id}`),
    })),
    more: Math.max(total - listed.length, 0),
  }
}
