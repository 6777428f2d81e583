import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { useSettings } from '@/lib/testing/settings'
import { redeliver } from '../redeliver'
import { sendTest } from '../send-test'
import { changeDestination } from './change'
import { createDestination } from './create'
import { listDestinations } from './list'
import { removeDestination } from './remove'
import { rotateSigningSecret } from './rotate-secret'
import { setPaused } from './set-paused'

const hook = { kind: 'webhook', name: 'hook', url: 'http://127.0.0.1:9/secret-path' } as const

let organizationId: number

beforeEach(async () => {
  organizationId = (await createTenant({ plan: 'business' })).organization.id
})

afterEach(() => {
  vi.unstubAllEnvs()
  useSettings({})
})

const create = (input: Partial<Parameters<typeof createDestination>[1]> = {}) =>
  createDestination(operatorOf(organizationId), { ...hook, ...input } as Parameters<typeof createDestination>[1])

/** What the audit log says since the organization was made. */
async function done(): Promise<string[]> {
  const { rows: entries } = await listAudit(organizationId, {}, null, 50)
  return entries
    .filter(({ action }) => action.startsWith('destination'))
    .map(auditText)
    .toReversed()
}

describe('a destination', () => {
  it('is changed, paused, resumed and removed, and the audit log says so without its address', async () => {
    const actor = operatorOf(organizationId)
    const { id, signingSecret } = await create({ topics: ['failed', 'stuck'] })
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    await changeDestination(actor, id, { name: 'bot', topics: ['failed', 'metric'], url: 'http://127.0.0.1:8/other' })
    await setPaused(actor, id, true)
    await setPaused(actor, id, true)
    await setPaused(actor, id, false)
    const rotated = await rotateSigningSecret(actor, id)
    expect(rotated.signingSecret).not.toBe(signingSecret)
    expect(await listDestinations(organizationId)).toMatchObject([{ id, name: 'bot', host: '127.0.0.1:8' }])
    await removeDestination(actor, id)
    expect(await done()).toEqual([
      'added notifications to hook, kind webhook, topics failed, stuck',
      'changed notifications to bot, added metric, removed stuck, name before hook, new address',
      'paused notifications to bot',
      'resumed notifications to bot',
      'replaced the signing secret of bot',
      'removed notifications to bot',
    ])
  })

  it('is stored without its address or secret in the clear', async () => {
    const { id, signingSecret } = await create()
    const stored = JSON.stringify(await db().prisma.notificationDestination.findFirstOrThrow({ where: { id } }))
    expect(stored).not.toContain('secret-path')
    expect(stored).not.toContain(signingSecret ?? 'whsec')
    expect(JSON.stringify(await listDestinations(organizationId))).not.toContain('secret-path')
  })

  it('is one of twenty at most', async () => {
    for (let count = 0; count < 20; count += 1) await create()
    await expect(create()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('at most 20') })
  })

  it('of another organization looks like none', async () => {
    const { id } = await create()
    const other = operatorOf((await createTenant({ plan: 'business' })).organization.id)
    const attempts = [
      () => changeDestination(other, id, { name: 'x', topics: [] }),
      () => setPaused(other, id, true),
      () => removeDestination(other, id),
      () => rotateSigningSecret(other, id),
      () => sendTest(other, id),
      () => redeliver(other, '1'),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'not_found' })
    expect(await listDestinations(other.organizationId)).toEqual([])
  })

  it('is not for members to change', async () => {
    const { id } = await create()
    const { id: userId } = await createMember(organizationId, 'member')
    const member = { organizationId, userId }
    const attempts = [
      () => createDestination(member, hook),
      () => changeDestination(member, id, { name: 'x', topics: [] }),
      () => setPaused(member, id, true),
      () => removeDestination(member, id),
      () => rotateSigningSecret(member, id),
      () => sendTest(member, id),
    ]
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject({ code: 'forbidden' })
  })

  it.each([
    ['no address', 'nowhere'],
    ['another scheme', 'ftp://example.com/'],
    ['a user name', 'https://name:word@example.com/'],
    ['a fragment', 'https://example.com/#part'],
    ['spaces', 'https://example.com/a b'],
    ['metadata of a cloud', 'http://169.254.169.254/latest'],
    ['a name of no one', 'https://nowhere.invalid/'],
  ])('is refused: %s', async (_name, url) => {
    await expect(create({ url })).rejects.toMatchObject({ code: 'invalid' })
  })

  it.each([
    ['a name with a line break', { name: 'a\nb' }],
    ['no name', { name: ' ' }],
    ['an unknown topic', { topics: ['nothing'] as never }],
    ['a service with NUL', { services: ['a\0'] }],
    ['too many teams', { teams: Array.from({ length: 101 }, (_, index) => `t${index}`) }],
    ['a day of no week', { digestWeekday: 8 }],
  ])('is refused: %s', async (_name, input) => {
    await expect(create(input)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('needs https, and Slack its own address, where private hosts are not called', async () => {
    useSettings({ PRIVATE_HOSTS: 'refuse' })
    await expect(create()).rejects.toMatchObject({ message: 'Enter an address that begins with https://' })
    await expect(create({ kind: 'slack', url: 'https://example.com/' })).rejects.toMatchObject({
      message: expect.stringContaining('hooks.slack.com'),
    })
  })

  it('by e-mail says what the operator has to set', async () => {
    const { id } = await createMember(organizationId, 'owner')
    const mail = { kind: 'email', name: 'us', recipients: [id] } as const
    await expect(createDestination(operatorOf(organizationId), { ...mail, recipients: [id] })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('SMTP_URL and MAIL_FROM'),
    })
  })
})
