import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { removeConnection } from '@/lib/connections/remove'
import { db } from '@/lib/db'
import type { Repository } from '@/lib/generated/prisma/client'
import { githubPullRequestEvent, githubPushEvent, mergedFields } from '@/lib/testing/github-events'
import { gitlabMergeRequestEvent } from '@/lib/testing/gitlab-events'
import { type Connected, createConnected, createFollowed, sendGithub, sendGitlab } from '@/lib/testing/host-webhooks'

const unknownSender = {
  status: 401,
  body: { error: 'No connection with this address and secret. Compare both with the settings.' },
}

const titlesOf = async (repository: Repository) => {
  const rows = await db().prisma.pullRequest.findMany({ where: { repositoryId: repository.id } })
  return rows.map(({ title }) => title)
}

async function followed(): Promise<{ connected: Connected; repository: Repository }> {
  const connected = await createConnected('github')
  return { connected, repository: await createFollowed(connected) }
}

describe('who may send', () => {
  it('is whoever signs these very bytes with the secret of the connection', async () => {
    const { connected, repository } = await followed()
    const payload = githubPullRequestEvent(repository, 'opened')
    expect(await sendGithub(connected, 'pull_request', payload)).toEqual({ status: 200, body: { outcome: 'accepted' } })
    expect(await titlesOf(repository)).toEqual(['Book seats in trains of tomorrow'])
  })

  it('is nobody else', async () => {
    const { connected, repository } = await followed()
    const other = await createConnected('github')
    const payload = githubPullRequestEvent(repository, 'opened')
    const text = JSON.stringify(payload)
    const sha1 = `sha1=${createHmac('sha1', connected.webhookSecret).update(text).digest('hex')}`
    const send = (headers: Record<string, string>, rawBody = text) =>
      sendGithub(connected, 'pull_request', payload, { headers, rawBody })
    expect(await send({ 'X-Hub-Signature-256': '' })).toEqual(unknownSender)
    expect(await send({ 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` })).toEqual(unknownSender)
    expect(await send({ 'X-Hub-Signature-256': '', 'X-Hub-Signature': sha1 })).toEqual(unknownSender)
    expect(await send({ 'X-Hub-Signature-256': sha1 })).toEqual(unknownSender)
    expect(await send({}, text.replace('tomorrow', 'Tomorrow'))).toEqual(unknownSender)
    expect(await send({}, `${text} `)).toEqual(unknownSender)
    const { publicId } = connected.connection
    expect(await sendGithub(other, 'pull_request', payload, { publicId })).toEqual(unknownSender)
    expect(await titlesOf(repository)).toEqual([])
  })

  it.each([null, '', 'x', 'A'.repeat(16), '\u0000'.repeat(16), "'; DROP TABLE users"])(
    'is refused alike where there is no connection: %j',
    async (publicId) => {
      const { connected } = await followed()
      expect(await sendGithub(connected, 'ping', {}, { publicId })).toEqual(unknownSender)
    },
  )

  it('is refused at the address of another host', async () => {
    const { connected } = await followed()
    expect(await sendGitlab(connected, 'Push Hook', {})).toEqual(unknownSender)
  })

  it('is refused once the connection is removed', async () => {
    const { connected, repository } = await followed()
    await removeConnection(connected.organization.id, null, connected.connection.id)
    expect(await sendGithub(connected, 'push', githubPushEvent(repository))).toEqual(unknownSender)
  })
})

describe('what is sent', () => {
  it('may be of no interest', async () => {
    const { connected, repository } = await followed()
    const nothing = { status: 204, body: null }
    expect(await sendGithub(connected, 'ping', { zen: 'Keep it logically awesome.' })).toEqual(nothing)
    expect(await sendGithub(connected, 'star', {})).toEqual(nothing)
    const elsewhere = { ...repository, hostId: '1', fullName: repository.fullName }
    expect(await sendGithub(connected, 'pull_request', githubPullRequestEvent(elsewhere, 'opened'))).toEqual(nothing)
    await db().prisma.repository.update({ where: { id: repository.id }, data: { monitored: false } })
    expect(await sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'opened'))).toEqual(nothing)
    expect(await titlesOf(repository)).toEqual([])
    expect(await db().prisma.hostDelivery.count({ where: { connectionId: connected.connection.id } })).toBe(0)
  })

  it('must be JSON with what it needs', async () => {
    const { connected, repository } = await followed()
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect(await sendGithub(connected, 'ping', {}, { headers: form })).toMatchObject({ status: 415 })
    const wrong = githubPullRequestEvent(repository, 'opened', { merged_at: undefined })
    expect(await sendGithub(connected, 'pull_request', wrong)).toEqual({
      status: 400,
      body: { error: 'Invalid payload: pull_request.merged_at is required' },
    })
    const broken = '{"zen":'
    const signature = `sha256=${createHmac('sha256', connected.webhookSecret).update(broken).digest('hex')}`
    const headers = { 'X-Hub-Signature-256': signature }
    expect(await sendGithub(connected, 'push', {}, { rawBody: broken, headers })).toEqual({
      status: 400,
      body: { error: 'Invalid payload: body is not valid JSON' },
    })
  })

  it('must name its delivery', async () => {
    const { connected, repository } = await followed()
    const headers = { 'X-GitHub-Delivery': '' }
    expect(await sendGithub(connected, 'push', githubPushEvent(repository), { headers })).toMatchObject({ status: 400 })
  })

  it('may be large, but not too large', async () => {
    const { connected, repository } = await followed()
    const large = githubPushEvent(repository, { commits: Array.from({ length: 20_000 }, () => ({ id: 'c' })) })
    expect(await sendGithub(connected, 'push', large)).toMatchObject({ status: 200 })
    const tooLarge = { zen: 'x'.repeat(8 * 1024 * 1024) }
    expect(await sendGithub(connected, 'ping', tooLarge)).toEqual({
      status: 413,
      body: { error: 'Payload exceeds 8192 KiB' },
    })
  })

  it('may hold text that Postgres does not', async () => {
    const { connected, repository } = await followed()
    const title = 'a\u0000b\ud800c'
    expect(
      await sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'opened', { title })),
    ).toMatchObject({ status: 200 })
    expect(await titlesOf(repository)).toEqual(['ab\ufffdc'])
  })
})

describe('a delivery', () => {
  it('that comes again changes nothing', async () => {
    const { connected, repository } = await followed()
    const headers = { 'X-GitHub-Delivery': randomUUID() }
    const first = githubPullRequestEvent(repository, 'opened')
    const other = githubPullRequestEvent(repository, 'edited', {
      title: 'Replayed',
      updated_at: '2026-03-03T08:00:00Z',
    })
    expect((await sendGithub(connected, 'pull_request', first, { headers })).body).toEqual({ outcome: 'accepted' })
    for (const payload of [first, other]) {
      const again = await sendGithub(connected, 'pull_request', payload, { headers })
      expect(again).toEqual({ status: 200, body: { outcome: 'known' } })
    }
    expect(await titlesOf(repository)).toEqual(['Book seats in trains of tomorrow'])
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

  it('is noted at the connection, whatever it says', async () => {
    const { connected } = await followed()
    const { id } = connected.connection
    await sendGithub({ ...connected, webhookSecret: 'wrong' }, 'ping', {})
    expect(await db().prisma.hostConnection.findUniqueOrThrow({ where: { id } })).toMatchObject({
      lastDeliveryAt: null,
    })
    await sendGithub(connected, 'ping', {})
    const { lastDeliveryAt } = await db().prisma.hostConnection.findUniqueOrThrow({ where: { id } })
    expect(lastDeliveryAt).toBeInstanceOf(Date)
  })
})

describe('another organization', () => {
  it('is never touched, not even by equal names and ids', async () => {
    const [here, there] = [await followed(), await followed()]
    const { id } = there.repository
    const foreign = githubPullRequestEvent(there.repository, 'opened', { title: 'Not yours' })
    expect(await sendGithub(here.connected, 'pull_request', foreign)).toEqual({ status: 204, body: null })
    await db().prisma.repository.update({ where: { id }, data: { hostId: here.repository.hostId } })
    await sendGithub(here.connected, 'pull_request', githubPullRequestEvent(here.repository, 'closed', mergedFields))
    expect(await titlesOf(here.repository)).toHaveLength(1)
    expect(await titlesOf(there.repository)).toEqual([])
  })

  it('is not touched by a connection that its repository was left at', async () => {
    const [here, there] = [await createConnected('gitlab'), await createConnected('gitlab')]
    const stray = await createFollowed({ ...there, connection: here.connection })
    expect(await sendGitlab(here, 'Merge Request Hook', gitlabMergeRequestEvent(stray, 'open'))).toMatchObject({
      status: 204,
    })
    expect(await titlesOf(stray)).toEqual([])
  })
})
