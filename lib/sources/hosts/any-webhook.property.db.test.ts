import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { githubDeploymentEvent, githubPullRequestEvent, mergedFields } from '@/lib/testing/github-events'
import { gitlabDeploymentEvent, gitlabMergeRequestEvent } from '@/lib/testing/gitlab-events'
import { createConnected, createFollowed, sendGithub, sendGitlab } from '@/lib/testing/host-webhooks'

const hostile = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\u0000', '\ud800', '__proto__', 'https://a.example/\u0000', 'javascript:alert(1)', 'c'.repeat(40)),
  fc.constantFrom('9999-12-31T23:59:59-23:59', '0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 'x'.repeat(5_000)),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 53, 1.5, 1e308, null, true, [], {}),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Any of the fields of an event, or of the objects in it, with anything in its place. */
function spoiled(event: Record<string, unknown>, parts: string[]): fc.Arbitrary<Record<string, unknown>> {
  const paths = parts.flatMap((part) => Object.keys(event[part] as object).map((field) => [part, field] as const))
  const changes = fc.array(fc.tuple(fc.constantFrom(...paths), hostile), { minLength: 1, maxLength: 3 })
  return changes.map((list) => {
    const copy = structuredClone(event)
    for (const [[part, field], value] of list) (copy[part] as Record<string, unknown>)[field] = value
    return copy
  })
}

describe('whatever the fields of an event hold', () => {
  it('GitHub is answered that it was taken, is of no interest, or is wrong', async () => {
    const connected = await createConnected('github', { takesDeployments: true })
    const repository = await createFollowed(connected)
    const pull = githubPullRequestEvent(repository, 'closed', mergedFields)
    const deployment = githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z')
    const event = fc.oneof(
      spoiled(pull, ['pull_request', 'repository']).map((payload) => ['pull_request', payload] as const),
      spoiled(deployment, ['deployment', 'deployment_status']).map(
        (payload) => ['deployment_status', payload] as const,
      ),
    )
    await fc.assert(
      fc.asyncProperty(event, async ([name, payload]) => {
        expect([200, 204, 400, 403]).toContain((await sendGithub(connected, name, payload)).status)
      }),
      { numRuns: 200 },
    )
    const stored = await db().prisma.pullRequest.findMany({ where: { repositoryId: repository.id } })
    expect(JSON.stringify(stored)).toContain('"number":7')
  })

  it('and so is GitLab', async () => {
    const connected = await createConnected('gitlab', { takesDeployments: true })
    const repository = await createFollowed(connected)
    const merged = gitlabMergeRequestEvent(repository, 'merge', { state: 'merged', merge_commit_sha: 'c'.repeat(40) })
    const deployment = { all: gitlabDeploymentEvent(repository, 'success', '2026-03-02 10:04:00 UTC') }
    const event = fc.oneof(
      spoiled(merged, ['object_attributes', 'project']).map((payload) => ['Merge Request Hook', payload] as const),
      spoiled(deployment, ['all']).map(({ all }) => ['Deployment Hook', all] as const),
    )
    await fc.assert(
      fc.asyncProperty(event, async ([name, payload]) => {
        expect([200, 204, 400, 403]).toContain((await sendGitlab(connected, name, payload)).status)
      }),
      { numRuns: 200 },
    )
  })
})
