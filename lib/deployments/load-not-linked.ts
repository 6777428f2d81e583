import { repositoryNameKeyOf } from '@/lib/core/service-key'
import { type Read, reading } from '@/lib/db/reading'
import { findTouching } from '@/lib/deployments/linking/find-touching'
import { Prisma } from '@/lib/generated/prisma/client'
import type { PullRequestState } from '@/lib/generated/prisma/enums'

export type NotLinked = { id: number; number: number; title: string; baseBranch: string; why: WhyNotLinked }

type Row = Omit<NotLinked, 'why'> & { state: PullRequestState }

/** So many of the latest commits are looked at: enough for what people wonder about. */
const commitsInReach = 2_000
const maxPullRequests = 50

/**
 * Pull requests whose merge or head commit lies, by age, between the start of a deployment's range and its commit, and
 * that are not linked to it, the latest first. None for a deployment without a range.
 */
export function loadNotLinked(organizationId: number, id: number): Promise<NotLinked[]> {
  return reading(async (read, { client }) => {
    const rows = await read<Row>(Prisma.sql`
      WITH reach AS (
        SELECT c.sha, c.repository_id, c.generation FROM deployments d
        JOIN commits base ON base.organization_id = d.organization_id AND base.sha = d.base_sha
          AND base.repository_id = d.repository_id
        JOIN commits c ON c.organization_id = d.organization_id AND c.repository_id = d.repository_id
          AND c.generation > base.generation AND c.generation <= d.generation
        WHERE d.organization_id = ${organizationId} AND d.id = ${id}
        ORDER BY c.generation DESC LIMIT ${commitsInReach}
      ), candidate AS (
        SELECT p.id, reach.generation FROM reach JOIN pull_requests p ON p.organization_id = ${organizationId}
          AND p.merge_commit_sha = reach.sha AND p.repository_id = reach.repository_id AND p.state = 'merged'
        UNION
        SELECT p.id, reach.generation FROM reach JOIN pull_requests p ON p.organization_id = ${organizationId}
          AND p.head_commit_sha = reach.sha AND p.repository_id = reach.repository_id AND p.state <> 'merged'
      )
      SELECT p.id, p.number, p.title, p.base_branch AS "baseBranch", p.state
      FROM candidate JOIN pull_requests p ON p.organization_id = ${organizationId} AND p.id = candidate.id
      WHERE NOT EXISTS (
        SELECT FROM deployment_pull_requests l
        WHERE l.organization_id = ${organizationId} AND l.deployment_id = ${id} AND l.pull_request_id = p.id)
      ORDER BY candidate.generation DESC, p.number DESC LIMIT ${maxPullRequests}`)
    const globs = rows.length > 0 ? await loadGlobs(read, organizationId, id) : undefined
    const merged = rows.filter(({ state }) => state === 'merged').map((row) => row.id)
    const touching = globs ? await findTouching(client, organizationId, merged, globs) : new Set(merged)
    return rows.map(({ state, ...pullRequest }) => ({
      ...pullRequest,
      why: whyNotLinked(state, touching.has(pullRequest.id)),
    }))
  })
}

/** Where in its repository the service of a deployment lives; undefined where that is all of it. */
async function loadGlobs(read: Read, organizationId: number, id: number): Promise<string[] | undefined> {
  const [deployment] = await read<{ service: string | null; repositoryId: number | null }>(Prisma.sql`
    SELECT service, repository_id AS "repositoryId" FROM deployments
    WHERE organization_id = ${organizationId} AND id = ${id}`)
  if (!deployment || deployment.service === null) return undefined
  const [paths] = await read<{ globs: string[] }>(Prisma.sql`
    SELECT globs FROM service_paths WHERE organization_id = ${organizationId}
      AND repository_id = ${deployment.repositoryId} AND name_key = ${repositoryNameKeyOf(deployment.service)}`)
  return paths?.globs
}

/** Why a pull request whose commits are in reach of a deployment is not linked to it. */
type WhyNotLinked = 'open' | 'closed' | 'outside the paths of the service' | 'other branch'

function whyNotLinked(state: PullRequestState, touchesService: boolean): WhyNotLinked {
  if (state !== 'merged') return state
  return touchesService ? 'other branch' : 'outside the paths of the service'
}
