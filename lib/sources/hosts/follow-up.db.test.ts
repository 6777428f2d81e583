import { expect, it, vi } from 'vitest'
import { db } from '@/lib/db/db'
import { githubPullRequestEvent } from '@/lib/testing/github-events'
import { followed, sendGithub } from '@/lib/testing/host-webhooks'
import { followUp } from './follow-up'
import type { FollowUp } from './receive'

it('links again once for many webhooks at once, of whatever route, after the last of them was stored', async () => {
  vi.resetModules()
  const { followUp: ofAnotherRoute } = await import('./follow-up')
  const { connected, repository } = await followed()
  const event = githubPullRequestEvent(repository, 'opened')
  await sendGithub(connected, 'pull_request', event)
  const { organizationId, id: repositoryId } = repository
  const changes = () => db().prisma.linkChange.count({ where: { repositoryId } })
  await db().prisma.linkChange.create({ data: { organizationId, repositoryId, sha: 'a'.repeat(40), merges: false } })
  const connections = vi.spyOn(db().people, 'connect')
  const task: FollowUp = { work: 'relink', organizationId, repositoryId }
  await Promise.all(Array.from({ length: 50 }, () => [followUp([task]), ofAnotherRoute([task])]).flat())
  expect(await changes()).toBe(0)
  const many = connections.mock.calls.length
  connections.mockClear()
  await followUp([task])
  expect(many).toBeLessThanOrEqual(3 * connections.mock.calls.length)
})
