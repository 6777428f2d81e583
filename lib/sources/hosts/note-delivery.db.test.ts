import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import {
  githubDeploymentEvent,
  githubPullRequestEvent,
  githubPushEvent,
  githubRemovalEvent,
  githubRepository,
} from '@/lib/testing/github-events'
import { gitlabMergeRequestEvent } from '@/lib/testing/gitlab-events'
import {
  createConnected,
  createFollowed,
  followed,
  sendGithub,
  sendGitlab,
  titlesOf,
} from '@/lib/testing/host-webhooks'

describe('a delivery', () => {
  it('that comes again changes nothing, whatever it is called', async () => {
    const { connected, repository } = await followed()
    const payload = { action: 'deleted', repository: githubRepository(repository), sender: { id: 1 } }
    const send = (id: string) => sendGithub(connected, 'repository', payload, { headers: { 'X-GitHub-Delivery': id } })
    expect((await send('one')).body).toEqual({ outcome: 'accepted' })
    await db().prisma.repository.updateMany({ where: { id: repository.id }, data: { monitored: true } })
    for (const id of ['one', 'two', '']) expect(await send(id)).toEqual({ status: 200, body: { outcome: 'known' } })
    expect(await db().prisma.repository.findFirstOrThrow({ where: { id: repository.id } })).toMatchObject({
      monitored: true,
    })
  })

  it('is taken as no other event than the one it is of', async () => {
    const { connected, repository } = await followed()
    const before = await db().prisma.hostConnection.findFirstOrThrow({ where: { id: connected.connection.id } })
    const star = { action: 'deleted', starred_at: null, repository: githubRepository(repository), sender: { id: 1 } }
    const review = { ...githubPullRequestEvent(repository, 'submitted'), review: { id: 1, state: 'approved' } }
    const label = { action: 'deleted', label: { name: 'bug' }, repository: githubRepository(repository) }
    const deployment = githubDeploymentEvent(repository, 'success', '2026-03-02T10:04:00Z')
    for (const [claimed, payload] of [
      ['repository', star],
      ['repository', label],
      ['repository', githubPullRequestEvent(repository, 'opened')],
      ['deployment_status', githubPullRequestEvent(repository, 'opened')],
      ['push', githubPullRequestEvent(repository, 'opened')],
      ['pull_request', review],
      ['pull_request', githubPushEvent(repository)],
      ['push', deployment],
      ['installation', githubRemovalEvent(repository)],
    ] as const) {
      expect(await sendGithub(connected, claimed, payload), claimed).toEqual({
        status: 403,
        body: { error: 'The body is not of the event that the header names' },
      })
    }
    const { id } = repository
    expect(await db().prisma.repository.findFirstOrThrow({ where: { id } })).toMatchObject({ monitored: true })
    expect(await titlesOf(repository)).toEqual([])
    expect(await db().prisma.hostDelivery.count({ where: { connectionId: connected.connection.id } })).toBe(0)
    const after = await db().prisma.hostConnection.findFirstOrThrow({ where: { id: connected.connection.id } })
    expect(after).toEqual(before)
  })

  it('of GitLab is taken as no other event than the one it is of', async () => {
    const connected = await createConnected('gitlab')
    const repository = await createFollowed(connected)
    const payload = gitlabMergeRequestEvent(repository, 'open')
    for (const claimed of ['Push Hook', 'Tag Push Hook', 'Deployment Hook']) {
      expect(await sendGitlab(connected, claimed, payload)).toMatchObject({ status: 403 })
    }
  })

  it('that comes many times at once is taken once', async () => {
    const { connected, repository } = await followed()
    const headers = { 'X-GitHub-Delivery': randomUUID() }
    const send = () => sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'opened'), { headers })
    const answers = await Promise.all(Array.from({ length: 8 }, send))
    const outcomes = answers.map(({ body }) => (body as { outcome: string }).outcome)
    expect(outcomes.filter((outcome) => outcome === 'accepted')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'known')).toHaveLength(7)
  })

  it('of one connection is not taken for another’s', async () => {
    const headers = { 'X-GitHub-Delivery': randomUUID() }
    for (const { connected, repository } of [await followed(), await followed()]) {
      const payload = githubPullRequestEvent(repository, 'opened')
      expect((await sendGithub(connected, 'pull_request', payload, { headers })).body).toEqual({ outcome: 'accepted' })
    }
  })

  it('that could not be stored may come again', async () => {
    const { connected, repository } = await followed()
    const headers = { 'X-GitHub-Delivery': randomUUID() }
    const wrong = githubPullRequestEvent(repository, 'opened', { number: 2 ** 40 })
    expect(await sendGithub(connected, 'pull_request', wrong, { headers })).toMatchObject({ status: 400 })
    const right = githubPullRequestEvent(repository, 'opened')
    expect((await sendGithub(connected, 'pull_request', right, { headers })).body).toEqual({ outcome: 'accepted' })
  })

  it('that is refused is the problem of the connection, until one is taken', async () => {
    const { connected, repository } = await followed()
    const stored = async () => db().prisma.hostConnection.findFirstOrThrow({ where: { id: connected.connection.id } })
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    await sendGithub({ ...connected, webhookSecret: 'wrong' }, 'ping', {}, { headers: form })
    expect(await stored()).toMatchObject({ problem: null })
    await sendGithub(connected, 'ping', {}, { headers: form })
    expect(await stored()).toMatchObject({
      problem: 'The webhook sends form data: choose application/json at the host.',
      lastDeliveryAt: null,
    })
    await sendGithub(connected, 'push', githubPushEvent(repository, { after: undefined }))
    expect(await stored()).toMatchObject({
      problem: 'The webhook sent something that was not understood. Invalid payload: after is required.',
      lastDeliveryAt: null,
    })
    await sendGithub(connected, 'ping', {})
    expect(await stored()).toMatchObject({ problem: null, problemAt: null, lastDeliveryAt: expect.any(Date) })
  })

  it('hides no other problem', async () => {
    const connected = await createConnected('github', { problem: 'The token has expired' })
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    for (const headers of [form, {}]) await sendGithub(connected, 'ping', {}, { headers })
    const where = { id: connected.connection.id }
    expect(await db().prisma.hostConnection.findFirstOrThrow({ where })).toMatchObject({
      problem: 'The token has expired',
    })
  })

  it('of GitLab that is signed counts once, whatever else it is called', async () => {
    const connected = await createConnected('gitlab')
    const repository = await createFollowed(connected)
    const payload = gitlabMergeRequestEvent(repository, 'open')
    const key = Buffer.from(connected.webhookSecret.replace(/^whsec_/, ''), 'base64')
    const timestamp = String(Math.floor(Date.now() / 1000))
    const signature = createHmac('sha256', key)
      .update(`one.${timestamp}.${JSON.stringify(payload)}`)
      .digest('base64')
    const signed = { 'webhook-id': 'one', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
    const send = () =>
      sendGitlab(connected, 'Merge Request Hook', payload, {
        headers: { 'X-Gitlab-Token': '', ...signed, 'Idempotency-Key': randomUUID() },
      })
    expect([(await send()).body, (await send()).body]).toEqual([{ outcome: 'accepted' }, { outcome: 'known' }])
  })

  it('is noted at the connection, whatever it says', async () => {
    const { connected } = await followed()
    const { id } = connected.connection
    await sendGithub({ ...connected, webhookSecret: 'wrong' }, 'ping', {})
    expect(await db().prisma.hostConnection.findFirstOrThrow({ where: { id } })).toMatchObject({
      lastDeliveryAt: null,
    })
    await sendGithub(connected, 'ping', {})
    const { lastDeliveryAt } = await db().prisma.hostConnection.findFirstOrThrow({ where: { id } })
    expect(lastDeliveryAt).toBeInstanceOf(Date)
  })
})
