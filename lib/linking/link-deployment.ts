import { loadRange } from '@/lib/commits/load'
import { usableSha } from '@/lib/deployments/schema'
import { carryForward, carryOver } from '@/lib/linking/carry-over'
import { findByCommit, findByMergeCommits, findInTimeWindow } from '@/lib/linking/find-pull-requests'
import { type ResolvedCommits, resolveCommits } from '@/lib/linking/resolve-commit'
import { type LinkableDeployment, type Linking, linkBetween, linkExactly } from '@/lib/linking/rules'
import { storeLinking } from '@/lib/linking/store-linking'
import type { Queryable } from '@/lib/transaction'

/** A longer range than this is cut to what the time window tells, so that the webhook keeps its time. */
const maxRangeCommits = 250_000

const findDeployment = {
  name: 'find-deployment-to-link',
  text: `
    SELECT id::float8, organization_id AS "organizationId", commit_sha AS "commitSha", environment, service, status,
      previous_commit_sha AS "previousCommitSha", completed_at AS "completedAt"
    FROM deployments WHERE organization_id = $1 AND id = $2`,
}

/**
 * Ties a production deployment to the pull requests it shipped, with the method of each, or keeps the reason for none.
 * Replaces what was linked before. Returns how many count, which is none while it is rolled back. Needs a transaction.
 */
export async function linkDeployment(client: Queryable, organizationId: number, deploymentId: number): Promise<number> {
  const { rows } = await client.query<LinkableDeployment>({ ...findDeployment, values: [organizationId, deploymentId] })
  const [deployment] = rows
  if (!deployment) return 0
  const commits = await resolveCommits(client, organizationId, {
    sha: deployment.commitSha,
    previousSha: usableSha(deployment.previousCommitSha),
    service: deployment.service,
  })
  if (typeof commits === 'string') {
    await storeLinking(client, deployment, null, { links: [], reason: commits })
    return 0
  }
  const linking = await findLinks(client, organizationId, commits)
  await storeLinking(client, deployment, commits.current, linking)
  const located = { ...deployment, repositoryId: commits.current.repositoryId, resolvedSha: commits.current.sha }
  if (deployment.status === 'success') return linking.links.length + (await carryOver(client, located))
  await carryForward(client, located)
  return 0
}

async function findLinks(client: Queryable, organizationId: number, commits: ResolvedCommits): Promise<Linking> {
  const { current, previous } = commits
  const repository = { organizationId, repositoryId: current.repositoryId }
  if (previous?.inGraph && current.inGraph) {
    const range = await loadRange(client, {
      ...repository,
      head: current.sha,
      base: previous.sha,
      maxCommits: maxRangeCommits,
    })
    if (range.complete) {
      return linkBetween(current.sha, await findByMergeCommits(client, repository, range.shas), 'range')
    }
  }
  const ofCommit = await findByCommit(client, repository, current.sha)
  if (previous) {
    const window = await findInTimeWindow(
      client,
      repository,
      ofCommit,
      await findByCommit(client, repository, previous.sha),
    )
    if (window) return linkBetween(current.sha, window, 'time-window')
  }
  return linkExactly(current.sha, ofCommit)
}
