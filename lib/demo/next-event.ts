import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import type { Recorded } from '@/lib/deployments/record'

/** What a pipeline would post about a service now. */
export type NextEvent = {
  service: string
  environment: 'production'
  status: 'success'
  commitSha: string
  previousCommitSha: string
}

/** The event that ships what was merged into a service's default branch since its latest deployment of something else. */
export async function nextEvent(organizationId: number, service: string): Promise<NextEvent> {
  const [commits] = await db().prisma.$queryRaw<Pick<NextEvent, 'commitSha' | 'previousCommitSha'>[]>`
    SELECT p.merge_commit_sha AS "commitSha", d.resolved_sha AS "previousCommitSha"
    FROM deployments d
    JOIN repositories r ON r.organization_id = d.organization_id AND r.id = d.repository_id
    CROSS JOIN LATERAL (
      SELECT merge_commit_sha FROM pull_requests
      WHERE repository_id = r.id AND base_branch = r.default_branch AND merged_at IS NOT NULL
      ORDER BY merged_at DESC LIMIT 1
    ) p
    WHERE d.organization_id = ${organizationId} AND d.service = ${service} AND d.production AND d.status = 'success'
      AND d.resolved_sha <> p.merge_commit_sha
    ORDER BY d.completed_at DESC LIMIT 1`
  if (!commits) throw new AppError('not_found', `The demo has no deployment of ${service}`)
  return { service, environment: 'production', status: 'success', ...commits }
}

/** What the server answered when a deployment of the demo was posted; null when it was not posted yet. */
export async function answerTo(
  organizationId: number,
  deploymentId: string,
): Promise<Omit<Recorded, 'linking'> | null> {
  try {
    const { id, linkedPRs } = await getDeployment(organizationId, deploymentId)
    return { action: 'created', deploymentId: id, linkedPRs }
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return null
    throw error
  }
}
