import { listPullRequests } from './list'

/** A pull request for an example: the latest there is, or a made-up one. */
export async function findExamplePullRequest(organizationId: number): Promise<{ repository: string; number: number }> {
  const { pullRequests } = await listPullRequests(organizationId, {}, null, 1)
  const { repository, number } = pullRequests[0] ?? { repository: 'acme/api', number: 42 }
  return { repository, number }
}
