import { createCommits, createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'

type Event = Record<string, unknown>

const at = (time: string) => `2026-03-02T${time}Z`
const sha = (commit: number) => String(commit).repeat(40)
const commits = [1, 2, 3, 4, 5, 6]

/** The id of the deployment that the six events are of. */
export const deploymentId = 'run'

/**
 * Six events of one deployment: a first run of one commit, its rollback, a second run of a later commit. Each knows
 * something that the others do not, and only some name the service, by which the deployment before it is found.
 */
export const sixEvents: readonly Event[] = [
  { status: 'pending', startedAt: at('10:00:00'), triggeredBy: 'ada' },
  { status: 'in_progress', startedAt: at('10:00:00'), branch: 'main', service: 'api' },
  { status: 'success', startedAt: at('10:00:00'), completedAt: at('10:05:00'), pipelineName: 'one' },
  { status: 'rolled_back', startedAt: at('10:00:00'), completedAt: at('11:00:00'), metadata: { attempt: 1 } },
  { status: 'in_progress', startedAt: at('12:00:00'), branch: 'hotfix', commitSha: sha(4) },
  {
    status: 'success',
    startedAt: at('12:00:00'),
    completedAt: at('12:05:00'),
    commitSha: sha(4),
    rawPayload: { run: 2 },
  },
].map((event) => ({ deploymentId, commitSha: sha(3), environment: 'production', ...event }))

/** Deployments before and after it, which are there before its events are. */
export const neighbours: readonly Event[] = [
  { deploymentId: 'before', commitSha: sha(1), startedAt: at('09:00:00'), completedAt: at('09:05:00') },
  { deploymentId: 'after', commitSha: sha(6), startedAt: at('13:00:00'), completedAt: at('13:05:00') },
].map((event) => ({ environment: 'production', status: 'success', service: 'api', ...event }))

/** An organization with one repository, whose every commit merges a pull request; all of them are alike. */
export async function createOrderTenant(): Promise<{ organizationId: number; token: string }> {
  const { organization, token } = await createTenant()
  const repository = await createRepository(organization.id, 'acme/api')
  await createCommits(
    repository,
    commits.map((commit) => ({
      sha: sha(commit),
      parents: commit > 1 ? [sha(commit - 1)] : [],
      generation: Date.UTC(2026, 2, 1, commit) / 1000,
    })),
  )
  for (const number of commits) {
    await createPullRequest(repository, {
      number,
      mergeCommitSha: sha(number),
      mergedAt: `2026-03-01T0${number}:00:00Z`,
    })
  }
  return { organizationId: organization.id, token }
}
