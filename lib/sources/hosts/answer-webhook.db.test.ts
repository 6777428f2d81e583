import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { removeConnection } from '@/lib/sources/connections/remove'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import {
  githubInstallationEvent,
  githubPullRequestEvent,
  githubPushEvent,
  mergedFields,
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
import { lockWaits } from '@/lib/testing/lock-waits'
import { postEvent } from '@/lib/testing/webhook'
import { answerWebhook } from './answer-webhook'
import { githubWebhook } from './github/webhook'
import { gitlabWebhook } from './gitlab/webhook'

const unknownSender = {
  status: 401,
  body: { error: 'No connection with this address and secret. Compare both with the settings.' },
}

it('what many refused webhooks of a connection note keeps no event of another organization waiting', async () => {
  const { connected } = await followed()
  const { token } = await createTenant()
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' }
  await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM host_connections WHERE id = $1 FOR UPDATE', [connected.connection.id])
    const sent = Array.from({ length: 30 }, () =>
      sendGithub(connected, 'push', {}, { headers: form }).catch(() => null),
    )
    await lockWaits(1)
    expect((await postEvent(token, deploymentBody())).status).toBe(201)
    const waiting = await db().people.query(`SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'`)
    expect(waiting.rowCount).toBeLessThanOrEqual(1)
    await Promise.all(sent)
  })
})

describe('who may send', () => {
  it('is a sender that signs these very bytes with the secret of the connection', async () => {
    const { connected, repository } = await followed()
    const payload = githubPullRequestEvent(repository, 'opened')
    expect(await sendGithub(connected, 'pull_request', payload)).toEqual({ status: 200, body: { outcome: 'accepted' } })
    expect(await titlesOf(repository)).toEqual(['Book seats in trains of tomorrow'])
  })

  it('is no one else', async () => {
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

  const inAnHour = new Date(Date.now() + 3_600_000)

  it.each([
    ['an event', 'pull_request', inAnHour],
    ['an event that is yet to be noted', 'pull_request', null],
    ['news of the access', 'installation', inAnHour],
  ])('is no one whose connection is removed meanwhile: %s', async (_, event, lastDeliveryAt) => {
    const connected = await createConnected('github', { appId: '1', appSlug: 'leadline', lastDeliveryAt })
    const repository = await createFollowed(connected)
    const payload =
      event === 'installation' ? githubInstallationEvent('created') : githubPullRequestEvent(repository, 'opened')
    const { sent } = await inTransaction(db().people, never, async (client) => {
      await client.query('DELETE FROM host_connections WHERE id = $1', [connected.connection.id])
      const sent = sendGithub(connected, event, payload)
      await lockWaits(1)
      return { sent }
    })
    expect(await sent).toEqual(unknownSender)
    expect(await titlesOf(repository)).toEqual([])
  })

  it('is refused at the address of another host', async () => {
    const { connected } = await followed()
    expect(await sendGitlab(connected, 'Push Hook', {})).toEqual(unknownSender)
  })

  it('is refused once the connection is removed', async () => {
    const { connected, repository } = await followed()
    await removeConnection(operatorOf(connected.organization.id), connected.connection.id)
    expect(await sendGithub(connected, 'push', githubPushEvent(repository))).toEqual(unknownSender)
  })
})

describe('a body', () => {
  /** Never ends, and counts how much of it was read. */
  function endless(headers: Record<string, string>, publicId: string) {
    const read = { bytes: 0 }
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          read.bytes += 1024 * 1024
          controller.enqueue(new Uint8Array(1024 * 1024))
        },
      },
      { highWaterMark: 0 },
    )
    const url = `http://localhost/api/webhooks/github?connection=${publicId}`
    const type = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers: { ...type, ...headers }, body, duplex: 'half' }
    return { request: new Request(url, init), read }
  }

  const offered = { 'X-Hub-Signature-256': `sha256=${'0'.repeat(64)}` }

  it.each([
    ['for no connection', offered, 'A'.repeat(16), 'unauthenticated'],
    ['without a signature', {}, null, 'unauthenticated'],
    ['of another type', { ...offered, 'Content-Type': 'text/plain' }, null, 'unsupported_media_type'],
  ])('%s is not read', async (_, headers, publicId, code) => {
    const { connected } = await followed()
    const { request, read } = endless(headers, publicId ?? connected.connection.publicId)
    await expect(answerWebhook(githubWebhook, request)).rejects.toMatchObject({ code })
    expect(read.bytes).toBe(0)
  })

  it.each([
    ['of another type', { 'Content-Type': 'text/plain' }, 'unsupported_media_type'],
    ['that announces too much', { 'Content-Length': String(8 * 1024 * 1024 + 1) }, 'too_large'],
  ])('%s is refused alike for a connection and for none', async (_, headers, code) => {
    const { connected } = await followed()
    for (const publicId of [connected.connection.publicId, 'A'.repeat(16)]) {
      const { request } = endless({ ...offered, ...headers }, publicId)
      await expect(answerWebhook(githubWebhook, request)).rejects.toMatchObject({ code })
    }
  })

  it('with a wrong GitLab token is not read', async () => {
    const { connection } = await createConnected('gitlab')
    const { request, read } = endless({ 'X-Gitlab-Token': 'wrong' }, connection.publicId)
    await expect(answerWebhook(gitlabWebhook, request)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(read.bytes).toBe(0)
  })

  it('that is long waits after one that was not signed, and holds up neither short ones nor other connections', async () => {
    const [{ connected, repository }, other] = [await followed(), await followed()]
    const forged = ' '.repeat(4 * 1024 * 1024)
    const wrong = { headers: offered, rawBody: forged }
    expect(await sendGithub(connected, 'push', {}, wrong)).toEqual(unknownSender)
    const { request, read } = endless(offered, connected.connection.publicId)
    const long = answerWebhook(githubWebhook, request).catch((error: unknown) => error)
    const accepted = { status: 200, body: { outcome: 'accepted' } }
    expect(await sendGithub(connected, 'push', githubPushEvent(repository))).toEqual(accepted)
    expect(await sendGithub(other.connected, 'push', githubPushEvent(other.repository))).toEqual(accepted)
    expect(read.bytes).toBe(0)
    expect(await long).toMatchObject({ code: 'too_large' })
  })

  it('that does not end holds up no other organization, nor all of a connection', async () => {
    const [here, there] = [await followed(), await followed()]
    const idle = Array.from({ length: 8 }, () => sendAllButTheEnd(here.connected.connection.publicId))
    const refused = await Promise.all(idle.map(({ outcome, sent }) => Promise.race([outcome, sent])))
    expect(refused.filter((outcome) => outcome === 'unavailable')).toHaveLength(6)
    const send = ({ connected, repository }: typeof here) =>
      sendGithub(connected, 'pull_request', githubPullRequestEvent(repository, 'opened'))
    expect(await send(there)).toMatchObject({ status: 200 })
    expect(await send(here)).toMatchObject({ status: 200 })
    for (const { end } of idle) end()
    await Promise.all(idle.map(({ outcome }) => outcome))
    expect(await sendGithub(here.connected, 'push', githubPushEvent(here.repository))).toMatchObject({ status: 200 })
  })

  /** `sent` once 7 MiB of 8 have been taken, `outcome` what is answered at last. */
  function sendAllButTheEnd(publicId: string) {
    let end = () => {}
    let left = 7
    const ended = new Promise<void>((resolve) => {
      end = resolve
    })
    let taken = () => {}
    const sent = new Promise<'taken'>((resolve) => {
      taken = () => resolve('taken')
    })
    const body = new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          left -= 1
          if (left >= 0) return controller.enqueue(new Uint8Array(1024 * 1024))
          taken()
          await ended
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const url = `http://localhost/api/webhooks/github?connection=${publicId}`
    const headers = { 'Content-Type': 'application/json', ...offered }
    const request = new Request(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit)
    const outcome = answerWebhook(githubWebhook, request).then(
      () => 'accepted',
      (error) => String(error.code),
    )
    return { outcome, sent, end }
  }
})

describe('what is sent', () => {
  it('may be of no interest', async () => {
    const { connected, repository } = await followed()
    const nothing = { status: 204, body: null }
    expect(await sendGithub(connected, 'ping', { zen: 'Keep it logically awesome.' })).toEqual(nothing)
    expect(await sendGithub(connected, 'star', {})).toEqual(nothing)
    const elsewhere = { ...repository, hostId: '1', fullName: repository.fullName }
    expect(await sendGithub(connected, 'pull_request', githubPullRequestEvent(elsewhere, 'opened'))).toEqual(nothing)
    await db().prisma.repository.updateMany({ where: { id: repository.id }, data: { monitored: false } })
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
    const connected = await createConnected('gitlab')
    const repository = await createFollowed(connected)
    const event = gitlabMergeRequestEvent(repository, 'open')
    const headers = { 'Idempotency-Key': '' }
    expect(await sendGitlab(connected, 'Merge Request Hook', event, { headers })).toMatchObject({ status: 400 })
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

  it('may have many values, but not so many that parsing them holds up others', async () => {
    const { connected, repository } = await followed()
    const push = (count: number) => githubPushEvent(repository, { commits: Array.from({ length: count }, () => ({})) })
    expect(await sendGithub(connected, 'push', push(49_000))).toMatchObject({ status: 200 })
    expect(await sendGithub(connected, 'push', push(51_000))).toEqual({
      status: 400,
      body: { error: 'Invalid payload: body has more than 100,000 values' },
    })
    const { problem } = await db().prisma.hostConnection.findFirstOrThrow({ where: { id: connected.connection.id } })
    expect(problem).toContain('more than 100,000 values')
  })

  it('is parsed in turn with what else its organization sends, and others do not wait', async () => {
    const [here, there] = [await followed(), await followed()]
    const { id: connectionId, organizationId } = here.connected.connection
    const ends: (() => void)[] = []
    Reflect.set(
      globalThis,
      'leadlineTurns',
      new Map([[`parsing for organization ${organizationId}`, new Promise<void>((end) => ends.push(end))]]),
    )
    const waiting = sendGithub(here.connected, 'push', githubPushEvent(here.repository))
    expect(await sendGithub(there.connected, 'push', githubPushEvent(there.repository))).toMatchObject({ status: 200 })
    expect(await db().prisma.hostDelivery.count({ where: { connectionId } })).toBe(0)
    for (const end of ends) end()
    expect(await waiting).toMatchObject({ status: 200 })
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

describe('another organization', () => {
  it('is never touched, not even by equal names and ids', async () => {
    const [here, there] = [await followed(), await followed()]
    const { id } = there.repository
    const foreign = githubPullRequestEvent(there.repository, 'opened', { title: 'Not yours' })
    expect(await sendGithub(here.connected, 'pull_request', foreign)).toEqual({ status: 204, body: null })
    await db().prisma.repository.updateMany({ where: { id }, data: { hostId: here.repository.hostId } })
    await sendGithub(here.connected, 'pull_request', githubPullRequestEvent(here.repository, 'closed', mergedFields))
    expect(await titlesOf(here.repository)).toHaveLength(1)
    expect(await titlesOf(there.repository)).toEqual([])
  })
})
