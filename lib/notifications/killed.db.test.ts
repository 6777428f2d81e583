import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { createMember, createTenant, deploymentBody, randomSha, type Tenant } from '@/lib/testing/factories'
import { type MailServer, startMailServer } from '@/lib/testing/mail-server'
import { type Receiver, startReceiver } from '@/lib/testing/receiver'
import { useSettings } from '@/lib/testing/settings'
import { postEvent } from '@/lib/testing/webhook'
import { createDestination } from './destinations/create'
import { stopNotificationWorker } from './worker'

const script = 'lib/testing/notification-process.ts'
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

let mail: MailServer
let tenant: Tenant
let processes: ChildProcess[] = []
let receivers: Receiver[] = []

beforeEach(async () => {
  mail = await startMailServer()
  useSettings({ SMTP_URL: mail.url, MAIL_FROM: mail.from })
  tenant = await createTenant({ plan: 'business' })
})

afterEach(async () => {
  for (const child of processes) child.kill('SIGKILL')
  await Promise.all(receivers.map((receiver) => receiver.stop()))
  await mail.stop()
  await stopNotificationWorker()
  ;[processes, receivers] = [[], []]
})

async function start(): Promise<ChildProcess> {
  const child = fork(script, {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, DATABASE_URL: env().DATABASE_URL, SMTP_URL: mail.url, MAIL_FROM: mail.from },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  processes.push(child)
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function webhook(...answer: Parameters<typeof startReceiver>): Promise<Receiver> {
  const receiver = await startReceiver(...answer)
  receivers.push(receiver)
  const { organization } = tenant
  const input = { kind: 'webhook', name: randomUUID(), url: receiver.url, topics: ['failed', 'stuck'] } as const
  await createDestination(operatorOf(organization.id), { ...input, topics: [...input.topics] })
  await toldSince(ago(60))
  return receiver
}

async function toldSince(since: Date): Promise<void> {
  await db().prisma.notificationDestination.updateMany({
    where: { organizationId: tenant.organization.id },
    data: { since },
  })
}

async function fail(): Promise<void> {
  const event = deploymentBody({ status: 'failure', service: 'api', startedAt: ago(6), completedAt: ago(5) })
  expect((await postEvent(tenant.token, event)).status).toBeLessThan(300)
}

const idsOf = ({ received }: Receiver) => received.map(({ headers }) => String(headers['webhook-id']))

/** When nothing waits, and so many were stored at least. */
async function untilDelivered(atLeast = 1): Promise<void> {
  const { id: organizationId } = tenant.organization
  await vi.waitFor(
    async () => {
      // What is stored between the two questions is among the open ones.
      const all = await db().prisma.notification.count({ where: { organizationId } })
      const open = await db().prisma.notification.count({ where: { organizationId, state: 'pending' } })
      expect([open, all >= atLeast]).toEqual([0, true])
    },
    { timeout: 60_000, interval: 100 },
  )
}

it('a process killed while a receiver has not answered leaves it to another, under the same id', async () => {
  const quick = await webhook()
  const slow = await webhook((response, count) => {
    // The first one never hears an answer.
    if (count > 1) response.writeHead(204).end()
  })
  await fail()
  const first = await start()
  await vi.waitFor(() => expect(slow.received).toHaveLength(1), { timeout: 60_000 })
  const delivered = { organizationId: tenant.organization.id, state: 'delivered' } as const
  await vi.waitFor(async () => expect(await db().prisma.notification.count({ where: delivered })).toBe(1), 60_000)
  await kill(first)
  await start()
  await untilDelivered()
  expect(idsOf(quick)).toHaveLength(1)
  expect(idsOf(slow)).toHaveLength(2)
  expect(new Set(idsOf(slow)).size).toBe(1)
})

it('a deployment that gets stuck reaches mail server and webhook once, though a process is killed meanwhile', async () => {
  const { id: organizationId } = tenant.organization
  const processesBefore: ChildProcess[] = []
  const hook = await webhook((response) => {
    // Whether it is the one that waits for this answer or not.
    processesBefore.pop()?.kill('SIGKILL')
    response.writeHead(204).end()
  })
  const ada = await createMember(organizationId, 'owner')
  const input = { kind: 'email', name: 'us', recipients: [ada.id], topics: ['failed', 'stuck'] } as const
  await createDestination(operatorOf(organizationId), { ...input, recipients: [ada.id], topics: [...input.topics] })
  await toldSince(ago(60))
  await getStuck(organizationId)
  await start()
  processesBefore.push(await start())
  // What a process could not store is looked for again two minutes later.
  await vi.waitFor(
    () => {
      expect(hook.received.map(({ body }) => (body as { type: string }).type)).toContain('deployment.stuck')
      expect(mail.mails.map(({ subject }) => subject)).toContain('Deployment is stuck: api')
    },
    { timeout: 150_000, interval: 100 },
  )
  await untilDelivered(2)
  await lookedAgain(organizationId)
  expect(new Set(idsOf(hook)).size).toBe(1)
  expect(new Set(mail.mails.map(({ messageId }) => messageId)).size).toBe(1)
})

/** Ten deployments that took ten minutes, and one that has been in progress for an hour. */
async function getStuck(organizationId: number): Promise<void> {
  const usual = Array.from({ length: 10 }, (_, index) => {
    const startedAt = ago((20 - index) * 24 * 60)
    const completedAt = new Date(startedAt.getTime() + 600_000)
    return { startedAt, instant: startedAt, completedAt, status: 'success' as const, progress: 2 }
  })
  const hangs = { startedAt: ago(60), instant: ago(60), completedAt: null, status: 'in_progress' as const, progress: 1 }
  await db().prisma.deployment.createMany({
    data: [...usual, hangs].map((deployment) => ({
      ...{ organizationId, externalId: randomUUID(), commitSha: randomSha() },
      ...{ environment: 'production', production: true, service: 'api' },
      ...deployment,
    })),
  })
}

/** When what happened was looked through once more after this. */
async function lookedAgain(organizationId: number): Promise<void> {
  await db().prisma.notificationRun.updateMany({ where: { organizationId }, data: { dueAt: new Date(0) } })
  await vi.waitFor(
    async () => {
      const where = { organizationId, dueAt: { gt: new Date() } }
      expect(await db().prisma.notificationRun.count({ where })).toBe(1)
    },
    { timeout: 60_000, interval: 100 },
  )
}

it('of two processes that send at the same time each thing is sent by one', async () => {
  const hooks = [await webhook(), await webhook(), await webhook()]
  for (let count = 0; count < 20; count += 1) await fail()
  const children = [await start(), await start()]
  expect(children).toHaveLength(2)
  await untilDelivered()
  for (const hook of hooks) expect([hook.received.length, new Set(idsOf(hook)).size]).toEqual([20, 20])
})
