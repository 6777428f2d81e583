import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { removeMember } from '@/lib/accounts/members/remove'
import { bytesOfEvent } from '@/lib/accounts/stored-bytes/add'
import { db } from '@/lib/db/db'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import {
  createHistory,
  createMember,
  createRepository,
  createTenant,
  deploymentBody,
  type Tenant,
} from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { type MailServer, startMailServer } from '@/lib/testing/mail-server'
import { type Receiver, startReceiver } from '@/lib/testing/receiver'
import { useSettings } from '@/lib/testing/settings'
import { postEvent } from '@/lib/testing/webhook'
import { type CreatedDestination, createDestination } from './destinations/create'
import { setPaused } from './destinations/set-paused'
import { maxPerHour } from './events/store'
import { listNotifications } from './list-log'
import { redeliver } from './redeliver'
import { sendTest } from './send-test'
import { createDelivery } from './sending/deliver'
import { type Topic, topicSlugs } from './topics'
import { collectDue, startNotificationWorker, stopNotificationWorker } from './worker'

const going = new AbortController().signal
const all = [...topicSlugs]
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

let mail: MailServer
let tenant: Tenant
let organizationId: number
let receivers: Receiver[] = []

beforeAll(async () => {
  mail = await startMailServer()
  useSettings({ SMTP_URL: mail.url, MAIL_FROM: mail.from })
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await mail.stop()
})

beforeEach(async () => {
  await db().prisma.notificationDestination.deleteMany()
  mail.mails.length = 0
  tenant = await createTenant({ plan: 'business' })
  organizationId = tenant.organization.id
})

afterEach(async () => {
  await Promise.all(receivers.map((receiver) => receiver.stop()))
  receivers = []
})

type Input = { topics?: Topic[]; services?: string[]; teams?: string[]; since?: Date }

async function receiver(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...answer)
  receivers.push(started)
  return started
}

/** A webhook destination of an hour ago. */
async function webhook(
  url: string,
  { topics = all, since = ago(60), ...input }: Input = {},
): Promise<CreatedDestination> {
  const created = await createDestination(operatorOf(organizationId), {
    kind: 'webhook',
    name: 'hook',
    url,
    topics,
    ...input,
  })
  await db().prisma.notificationDestination.updateMany({ where: { id: created.id }, data: { since } })
  return created
}

/** Looks through what happened and sends it, as the worker does. */
async function run(): Promise<void> {
  await db().prisma.notificationRun.updateMany({ data: { dueAt: new Date(0) } })
  await collectDue(going)
  await deliver()
}

/** Sends what is due until nothing is. */
async function deliver(): Promise<void> {
  let ended = 0
  let before = -1
  const delivery = createDelivery({ soon: going, now: going }, () => {
    ended += 1
  })
  while (before < ended) {
    before = ended
    await delivery.begin()
    await delivery.ended()
  }
}

type Posted = { at?: Date; status?: string; service?: string; deploymentId?: string; commitSha?: string }

async function post({ at = ago(5), status = 'failure', service = 'api', ...rest }: Posted = {}): Promise<void> {
  const startedAt = new Date(at.getTime() - 120_000).toISOString()
  const done = status === 'in_progress' ? {} : { completedAt: at.toISOString() }
  const event = { ...deploymentBody({ status, service, startedAt, ...rest }), completedAt: undefined, ...done }
  const { body, status: code } = await postEvent(tenant.token, event)
  expect(code, JSON.stringify(body)).toBeLessThan(300)
}

const typesOf = ({ received }: Receiver) => received.map(({ body }) => (body as { type: string }).type)

describe('what happened', () => {
  it('a failure reaches webhook and e-mail once, signed, with the page of the deployment', async () => {
    const { url, received } = await receiver()
    const { signingSecret } = await webhook(url)
    const ada = await createMember(organizationId, 'owner')
    await createDestination(operatorOf(organizationId), {
      kind: 'email',
      name: 'us',
      recipients: [ada.id],
      topics: all,
    })
    await db().prisma.notificationDestination.updateMany({ data: { since: ago(60) } })
    await post({ deploymentId: 'deploy-7' })
    await run()
    await run()
    expect(received).toHaveLength(1)
    const [{ headers, text, body }] = received as [Receiver['received'][number]]
    expect(new Webhook(signingSecret ?? '').verify(text, headers as Record<string, string>)).toEqual(body)
    expect(body).toMatchObject({
      type: 'deployment.failed',
      data: { deployment: { deploymentId: 'deploy-7', service: 'api', status: 'failure' }, pullRequests: [] },
    })
    expect(mail.mails.map(({ to, subject }) => ({ to, subject }))).toEqual([
      { to: [ada.email], subject: 'Deployment of api to production failed' },
    ])
    expect(mail.mails[0]?.text).toContain(`/${tenant.organization.slug}/deployments/`)
  })

  it('a failure names what it would have shipped, a roll-back what it contained, twelve at most', async () => {
    const { url, received } = await receiver()
    await webhook(url)
    const repository = await createRepository(organizationId, 'acme/api')
    const shas = await createHistory(repository, 40)
    await post({ at: ago(30), status: 'success', commitSha: shas[19] ?? '' })
    await post({ at: ago(20), status: 'failure', commitSha: shas[39] ?? '' })
    await run()
    await post({ at: ago(10), status: 'rolled_back', commitSha: shas[22] ?? '' })
    await run()
    const shipped = received.map(({ body }) => (body as { data: Record<string, unknown> }).data)
    expect(
      shipped.map(({ pullRequests, morePullRequests }) => [(pullRequests as unknown[]).length, morePullRequests]),
    ).toEqual([
      [12, 8],
      [3, 0],
    ])
    expect(shipped[1]?.pullRequests).toMatchObject([{ number: 23 }, { number: 22 }, { number: 21 }])
  })

  it('a failure compares a million characters of paths, and says that it lists pull requests of others', async () => {
    const { url, received } = await receiver()
    await webhook(url)
    const repository = await createRepository(organizationId, 'acme/mono')
    const shas = await createHistory(repository, 6)
    await post({ at: ago(30), status: 'success', commitSha: shas[0] ?? '' })
    const place = { organizationId, repositoryId: repository.id }
    await db().prisma.servicePath.create({ data: { ...place, nameKey: 'api', globs: ['api/**'] } })
    await db().people.query(
      `UPDATE pull_requests SET paths = array_fill(rpad('web/', 3990, 'a'), ARRAY[100]), paths_known = true
       WHERE repository_id = $1`,
      [repository.id],
    )
    await post({ at: ago(20), commitSha: shas[5] ?? '' })
    await run()
    const [{ data }] = received.map(({ body }) => body as { data: { pullRequests: unknown[]; atMost?: boolean } }) as [
      { data: { pullRequests: unknown[]; atMost?: boolean } },
    ]
    expect([data.pullRequests.length, data.atMost]).toEqual([3, true])
    await db().prisma.pullRequest.updateMany({ where: { repositoryId: repository.id }, data: { paths: ['web/a'] } })
    await post({ at: ago(10), commitSha: shas[5] ?? '' })
    await run()
    expect(received[1]?.body).toMatchObject({ data: { pullRequests: [] } })
    expect(received[1]?.text).not.toContain('atMost')
  })

  it('a service recovers with the next success, after as long as recovery time says', async () => {
    const hook = await receiver()
    await webhook(hook.url, { topics: ['recovered'] })
    await post({ at: ago(60 * 24 * 3), status: 'success' })
    await post({ at: ago(60 * 24 * 2), status: 'failure' })
    await post({ at: ago(50), status: 'rolled_back' })
    await post({ at: ago(40), status: 'success', service: 'web' })
    await run()
    expect(hook.received).toEqual([])
    await post({ at: ago(20), status: 'success' })
    await post({ at: ago(10), status: 'success' })
    await run()
    expect(hook.received.map(({ body }) => body)).toMatchObject([
      {
        type: 'deployment.recovered',
        data: {
          incident: { failures: 2, recoverySeconds: expect.closeTo(60 * (60 * 24 * 2 - 20), -2) },
          deployment: { service: 'api' },
        },
      },
    ])
  })

  it('two incidents of a service between two looks are two recoveries', async () => {
    const hook = await receiver()
    await webhook(hook.url)
    await post({ at: ago(50) })
    await post({ at: ago(40), status: 'success' })
    await post({ at: ago(30), status: 'failure' })
    await post({ at: ago(20), status: 'success' })
    await run()
    expect(typesOf(hook).sort()).toEqual([
      'deployment.failed',
      'deployment.failed',
      'deployment.recovered',
      'deployment.recovered',
    ])
  })

  it('nothing is told of what ended a day ago, or before the destination', async () => {
    const hook = await receiver()
    await webhook(hook.url, { since: ago(60 * 48) })
    await post({ at: ago(60 * 25) })
    await run()
    expect(hook.received).toEqual([])
    await post({ at: ago(60 * 23) })
    await run()
    expect(hook.received).toHaveLength(1)
    const later = await receiver()
    await webhook(later.url, { since: ago(30) })
    await run()
    expect(later.received).toEqual([])
  })

  it('a failure that becomes a roll-back is told as both, and one that is told again as neither', async () => {
    const hook = await receiver()
    await webhook(hook.url)
    await post({ deploymentId: 'one', at: ago(10) })
    await run()
    await post({ deploymentId: 'one', at: ago(10) })
    await run()
    await post({ deploymentId: 'one', at: ago(5), status: 'rolled_back' })
    await run()
    expect(typesOf(hook)).toEqual(['deployment.failed', 'deployment.rolled_back'])
  })

  it('other environments, void deployments and other organizations are not told', async () => {
    const hook = await receiver()
    await webhook(hook.url)
    await post()
    await db().prisma.deployment.updateMany({ where: { organizationId }, data: { voidedAt: new Date() } })
    await postEvent(
      tenant.token,
      deploymentBody({ environment: 'staging', status: 'failure', startedAt: ago(6), completedAt: ago(5) }),
    )
    const other = await createTenant({ plan: 'business' })
    await postEvent(other.token, deploymentBody({ status: 'failure', startedAt: ago(6), completedAt: ago(5) }))
    await run()
    expect(hook.received).toEqual([])
  })

  it('is narrowed to services and teams', async () => {
    await db().prisma.serviceTeam.create({ data: { organizationId, serviceKey: 'web', team: 'Front' } })
    const [api, front] = [await receiver(), await receiver()]
    await webhook(api.url, { services: ['API '] })
    await webhook(front.url, { teams: ['Front'] })
    await post({ service: 'api' })
    await post({ service: 'web' })
    await post({ service: 'other' })
    await run()
    const servicesOf = ({ received }: Receiver) =>
      received.map(({ body }) => (body as { data: { deployment: { service: string } } }).data.deployment.service)
    expect([servicesOf(api), servicesOf(front)]).toEqual([['api'], ['web']])
  })

  it('beyond the limit of an hour is counted, and told at its end in one', async () => {
    const hook = await receiver()
    const { id } = await webhook(hook.url)
    const rows = Array.from({ length: maxPerHour + 25 }, (_, index) => ({
      organizationId,
      externalId: randomUUID(),
      commitSha: 'a'.repeat(40),
      environment: 'production',
      production: true,
      service: 'api',
      status: 'failure' as const,
      startedAt: ago(6),
      completedAt: new Date(ago(5).getTime() + index),
      instant: ago(5),
      progress: 2,
    }))
    await db().prisma.deployment.createMany({ data: rows })
    await run()
    await run()
    await run()
    expect(hook.received).toHaveLength(maxPerHour)
    await db().prisma.notification.updateMany({
      where: { destinationId: id, state: 'pending' },
      data: { dueAt: new Date() },
    })
    await run()
    expect(hook.received.slice(maxPerHour).map(({ body }) => body)).toMatchObject([
      { type: 'notifications.held_back', data: { count: 25, orMore: false } },
    ])
    const { content } = await db().prisma.notification.findFirstOrThrow({
      where: { destinationId: id, type: 'notifications.held_back' },
    })
    expect(content).toMatchObject({
      message: { summary: expect.stringContaining('A destination is sent 60 notifications an hour.') },
    })
  })

  it('counts towards the quota of the day, and beyond it is told at the end of the hour in one', async () => {
    const hook = await receiver()
    const { id } = await webhook(hook.url)
    await post()
    await finishRequestLog()
    const counted = async () => (await db().prisma.storedBytes.findFirst({ where: { organizationId } }))?.bytes ?? 0n
    const before = await counted()
    await run()
    await run()
    const { content } = await db().prisma.notification.findFirstOrThrow({ where: { destinationId: id } })
    expect(await counted()).toBe(before + BigInt(bytesOfEvent(content)))
    const full = 1024n ** 3n
    const postThenFill = async (at: Date) => {
      await db().prisma.storedBytes.updateMany({ where: { organizationId }, data: { bytes: 0n } })
      await post({ at })
      await finishRequestLog()
      await db().prisma.storedBytes.updateMany({ where: { organizationId }, data: { bytes: full } })
      await run()
    }
    await postThenFill(ago(4))
    expect(typesOf(hook)).toEqual(['deployment.failed'])
    const heldBack = () =>
      db().prisma.notification.findFirstOrThrow({ where: { destinationId: id, type: 'notifications.held_back' } })
    const first = await heldBack()
    expect(first.content).toMatchObject({
      message: { summary: expect.stringContaining('The organization has stored as much as a day may have.') },
    })
    const afterOne = await counted()
    expect(afterOne).toBeGreaterThan(full + 1024n)
    await run()
    expect(await counted()).toBe(afterOne)
    await postThenFill(ago(3))
    expect((await heldBack()).content).toMatchObject({ data: { count: 2 } })
    expect(await counted()).toBeGreaterThan(full)
    expect(await counted()).toBeLessThan(afterOne)
  })

  it('nothing is sent once the plan does not include it', async () => {
    const hook = await receiver()
    await webhook(hook.url)
    await db().prisma.organization.update({
      where: { id: organizationId },
      data: { plan: 'free', trialStartedAt: ago(2), trialEndsAt: ago(1) },
    })
    await post()
    await run()
    expect(hook.received).toEqual([])
  })
})

describe('signals', () => {
  const signal = (fields: Record<string, unknown> = {}) => ({
    organizationId,
    rule: 'stuck-deployment',
    subject: randomUUID(),
    name: 'api',
    serviceKey: 'api',
    severity: 'high' as const,
    evidence: [{ label: 'In progress for', value: 3600, unit: 'seconds' }],
    path: '/deployments/1',
    firstSeenAt: ago(5),
    openedAt: ago(5),
    lastSeenAt: ago(1),
    ...fields,
  })

  it('each is a topic, and those that are snoozed, over or not of high severity are not told', async () => {
    const hook = await receiver()
    await webhook(hook.url)
    await db().prisma.signal.createMany({
      data: [
        signal(),
        signal({ rule: 'refused-posts', serviceKey: null }),
        signal({ rule: 'failure-rate' }),
        signal({ rule: 'failure-rate', severity: 'medium' }),
        signal({ endedAt: ago(1) }),
        signal({ state: 'snoozed', snoozedUntil: ago(-60) }),
        signal({ state: 'acknowledged' }),
      ],
    })
    await run()
    await run()
    expect(typesOf(hook).sort()).toEqual(['deployment.stuck', 'posts.refused', 'signal.opened'])
  })

  it('one that comes back is told again', async () => {
    const hook = await receiver()
    await webhook(hook.url)
    const { id } = await db().prisma.signal.create({ data: signal() })
    await run()
    await db().prisma.signal.updateMany({ where: { id }, data: { openedAt: ago(1) } })
    await run()
    expect(typesOf(hook)).toEqual(['deployment.stuck', 'deployment.stuck'])
  })

  it('what is about no service does not go to a destination that is narrowed', async () => {
    const hook = await receiver()
    await webhook(hook.url, { services: ['api'] })
    await db().prisma.signal.createMany({ data: [signal({ rule: 'refused-posts', serviceKey: null })] })
    await run()
    expect(hook.received).toEqual([])
  })
})

describe('e-mail', () => {
  it('goes to members with a confirmed address, and no more to who left', async () => {
    const ada = await createMember(organizationId, 'owner')
    const bo = await createMember(organizationId, 'member')
    const unconfirmed = await createMember(organizationId, 'member', { confirmed: false })
    const stranger = await createMember((await createTenant()).organization.id, 'member')
    const create = (...people: { id: number }[]) =>
      createDestination(operatorOf(organizationId), {
        kind: 'email',
        name: 'us',
        recipients: people.map(({ id }) => id),
        topics: all,
      })
    await expect(create()).rejects.toMatchObject({ code: 'invalid' })
    await expect(create(unconfirmed)).rejects.toMatchObject({ code: 'invalid' })
    await expect(create(ada, stranger)).rejects.toMatchObject({ code: 'invalid' })
    const { id } = await create(ada, bo)
    await removeMember(operatorOf(organizationId), { userId: bo.id })
    expect(await sendTest(operatorOf(organizationId), id)).toEqual({
      delivered: true,
      words: 'Handed to the mail server for 1 recipient',
    })
    expect(mail.mails.map(({ to }) => to)).toEqual([[ada.email]])
  })

  it('takes titles for text', async () => {
    const ada = await createMember(organizationId, 'owner')
    await createDestination(operatorOf(organizationId), {
      kind: 'email',
      name: 'us',
      recipients: [ada.id],
      topics: all,
    })
    await db().prisma.notificationDestination.updateMany({ data: { since: ago(60) } })
    const hostile = '<img src=x onerror=alert(1)>&"\'\r\nBcc: eve@example.com =?utf-8?B?4oCubWFs?='
    await db().prisma.signal.create({
      data: {
        organizationId,
        rule: 'failure-rate',
        subject: 'x',
        name: hostile,
        severity: 'high',
        evidence: [],
        path: '/risk',
        firstSeenAt: ago(5),
        openedAt: ago(5),
        lastSeenAt: ago(5),
      },
    })
    await run()
    const [first] = mail.mails
    expect(first?.to).toEqual([ada.email])
    expect(first?.bcc).toBeUndefined()
    expect(first?.subject).toContain('Bcc: eve@example.com')
    expect(first?.subject).toContain('= ?utf-8?B?4oCubWFs?=')
    expect(first?.html).not.toContain('<img')
    expect(first?.html).toContain('&lt;img')
    expect(first?.raw.slice(0, first.raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im)
  })
})

describe('a receiver', () => {
  it('that fails is tried again later with the same id, and then it is told that it was delivered', async () => {
    const hook = await receiver((response, count) => void response.writeHead(count === 1 ? 503 : 200).end('{}'))
    await webhook(hook.url)
    await post()
    await run()
    const [waiting] = await listNotifications(organizationId)
    expect(waiting).toMatchObject({ state: 'pending', attempts: 1, outcome: 'Answered 503' })
    expect(waiting?.dueAt?.getTime()).toBeGreaterThan(Date.now() + 5_000)
    await db().prisma.notification.updateMany({ data: { dueAt: new Date() } })
    await deliver()
    expect((await listNotifications(organizationId))[0]).toMatchObject({ state: 'delivered', attempts: 2 })
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('that refuses is not tried again, and redelivery tries once more', async () => {
    const hook = await receiver((response, count) => void response.writeHead(count === 1 ? 404 : 200).end())
    await webhook(hook.url)
    await post()
    await run()
    const [refused] = await listNotifications(organizationId)
    expect(refused).toMatchObject({ state: 'failed', outcome: 'Answered 404' })
    const other = await createTenant({ plan: 'business' })
    await expect(redeliver(operatorOf(other.organization.id), refused?.id ?? '')).rejects.toMatchObject({
      code: 'not_found',
    })
    await redeliver(operatorOf(organizationId), refused?.id ?? '')
    await deliver()
    expect((await listNotifications(organizationId))[0]).toMatchObject({ state: 'delivered' })
    expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  })

  it('is sent again sixty times in an hour at most', async () => {
    const hook = await receiver()
    await webhook(hook.url)
    await post()
    await run()
    const [sent] = await listNotifications(organizationId)
    for (let times = 0; times < 60; times += 1) await redeliver(operatorOf(organizationId), sent?.id ?? '')
    await expect(redeliver(operatorOf(organizationId), sent?.id ?? '')).rejects.toMatchObject({ code: 'rate_limited' })
  })

  it('that says 410 is paused at once, in the audit log and by e-mail', async () => {
    const hook = await receiver((response) => void response.writeHead(410).end())
    const ada = await createMember(organizationId, 'owner')
    await createDestination(operatorOf(organizationId), { kind: 'email', name: 'us', recipients: [ada.id] })
    const { id } = await webhook(hook.url)
    await post()
    await run()
    const destination = await db().prisma.notificationDestination.findFirstOrThrow({ where: { id } })
    expect(destination).toMatchObject({ pausedBecause: 'It says that it is gone for good (410).' })
    expect(mail.mails.map(({ subject }) => subject)).toEqual(['Notifications to “hook” are paused'])
    const { rows: entries } = await listAudit(organizationId, {}, null, 1)
    expect(entries.map((entry) => `${entry.actor} ${auditText(entry)}`)).toEqual([
      'Leadline paused notifications to hook: It says that it is gone for good (410).',
    ])
    await setPaused(operatorOf(organizationId), id, false)
    await run()
    expect(hook.received).toHaveLength(1)
  })

  it('that got nothing for a day is paused', async () => {
    const hook = await receiver((response) => void response.writeHead(500).end())
    const { id } = await webhook(hook.url)
    await db().prisma.notificationDestination.updateMany({ where: { id }, data: { failingSince: ago(60 * 25) } })
    await post()
    await run()
    expect((await db().prisma.notificationDestination.findFirstOrThrow({ where: { id } })).pausedBecause).toBe(
      'Nothing got through for a day. The last attempt: Answered 500.',
    )
  })

  it('that hangs holds up neither events nor other destinations, nor for long a server that stops', async () => {
    const hangs = await receiver(() => undefined)
    const other = await receiver()
    await webhook(hangs.url)
    await webhook(other.url)
    await post()
    startNotificationWorker({ tickMs: 50 })
    await vi.waitFor(() => expect(hangs.received).toHaveLength(1), 60_000)
    for (let count = 0; count < 10; count += 1) await post({ at: ago(4) })
    const id = { organizationId }
    await vi.waitFor(async () => {
      await db().prisma.notificationRun.updateMany({ where: id, data: { dueAt: new Date(0) } })
      expect(other.received).toHaveLength(11)
    }, 60_000)
    await stopNotificationWorker()
    expect(await db().prisma.notificationDestination.count({ where: { ...id, leasedUntil: { not: null } } })).toBe(0)
  })

  it('of an organization that takes long keeps no lane from the others', async () => {
    const [slow, other] = [await receiver(), await receiver()]
    await webhook(slow.url)
    await post()
    const held = organizationId
    tenant = await createTenant({ plan: 'business' })
    organizationId = tenant.organization.id
    await webhook(other.url)
    await post()
    const makeDue = () =>
      db().prisma.notificationRun.updateMany({ where: { organizationId: held }, data: { dueAt: new Date(0) } })
    await collectDue(AbortSignal.abort())
    await makeDue()
    const holder = await db().people.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [held])
    const first = collectDue(going)
    await lockWaits(1)
    await makeDue()
    await collectDue(going)
    await deliver()
    expect([slow.received.length, other.received.length]).toEqual([0, 1])
    await holder.query('COMMIT')
    holder.release()
    await first
    await deliver()
    expect([slow.received.length, other.received.length]).toEqual([1, 1])
  })

  it('that redirects is not followed', async () => {
    const other = await receiver()
    const hook = await receiver((response) => void response.writeHead(307, { location: other.url }).end())
    const { id } = await webhook(hook.url)
    const result = await sendTest(operatorOf(organizationId), id)
    expect(result).toMatchObject({ delivered: false, words: expect.stringContaining('redirects') })
    expect(other.received).toEqual([])
  })

  it('is not quoted', async () => {
    const hook = await receiver((response) => void response.writeHead(500).end('internal secret'))
    const { id } = await webhook(hook.url)
    expect(await sendTest(operatorOf(organizationId), id)).toEqual({ delivered: false, words: 'Answered 500' })
    await hook.stop()
    receivers = []
    const { words } = await sendTest(operatorOf(organizationId), id)
    expect(words).toBe(`${new URL(hook.url).host} cannot be reached, or did not answer within 10 seconds.`)
  })

  it('is tested ten times an hour at most', async () => {
    const hook = await receiver()
    const { id } = await webhook(hook.url)
    for (let count = 0; count < 10; count += 1) await sendTest(operatorOf(organizationId), id)
    await expect(sendTest(operatorOf(organizationId), id)).rejects.toMatchObject({ code: 'rate_limited' })
    expect(hook.received).toHaveLength(10)
  })
})
