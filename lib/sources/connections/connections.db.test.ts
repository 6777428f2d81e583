import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, operatorOf } from '@/lib/accounts/actor'
import type { InTurn } from '@/lib/core/fair-queue'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { type GithubAppServer, startGithubAppServer } from '@/lib/testing/github-app-server'
import { createConnected, createFollowed } from '@/lib/testing/host-webhooks'
import { noMember, whileRemoved } from '@/lib/testing/losing-role'
import { createTokenConnection } from './create-token'
import { deriveKey } from './encryption-key'
import { connectionGone } from './find'
import { listConnections } from './list'
import { openConnection } from './open'
import { removeConnection } from './remove'
import { rotateToken } from './rotate-token'
import { seal } from './seal'
import { setTakesDeployments } from './set-takes-deployments'
import { webhookSettings } from './webhook-settings'

let github: GithubAppServer

beforeAll(async () => {
  github = await startGithubAppServer()
})

afterAll(() => github.close())

const input = () => ({ host: 'github', baseUrl: github.baseUrl, token: github.token }) as const

const auditOf = (organizationId: number) =>
  db().prisma.auditEntry.findMany({
    where: { organizationId, action: { notIn: ['organization.created', 'api-key.generated'] } },
    omit: { id: true },
    orderBy: { id: 'asc' },
  })

async function connected() {
  const { organization } = await createTenant()
  const manager = await createMember(organization.id, 'manager')
  const { id } = await createTokenConnection({ organizationId: organization.id, userId: manager.id }, input())
  return { organizationId: organization.id, userId: manager.id, id }
}

describe('connecting with a token', () => {
  it('names the account and seals the token', async () => {
    const { organizationId, id } = await connected()
    expect(await listConnections(organizationId)).toMatchObject([
      { id, host: 'github', baseUrl: github.baseUrl, name: 'acme', kind: 'token', installed: true, repositories: 0 },
    ])
    const { secrets } = await openConnection(organizationId, id)
    expect(secrets).toEqual({ token: github.token, webhookSecret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) })
    const rows = await db().prisma.hostConnection.findMany({ where: { organizationId } })
    const shown = JSON.stringify([rows, await auditOf(organizationId), await listConnections(organizationId)])
    for (const secret of [github.token, secrets.webhookSecret]) expect(shown).not.toContain(secret)
    expect(await auditOf(organizationId)).toMatchObject([
      { action: 'connection.created', subject: `acme at ${new URL(github.baseUrl).host}`, subjectId: String(id) },
    ])
  })

  it.each([
    ['a token that GitHub does not take', { token: 'wrong' }, 'invalid'],
    ['no token', { token: '' }, 'invalid'],
    ['an address of link-local networks', { baseUrl: 'https://169.254.169.254' }, 'invalid'],
    ['http elsewhere than here', { baseUrl: 'http://git.acme.example' }, 'invalid'],
    ['an unknown host', { host: 'bitbucket' as 'github' }, 'invalid'],
  ])('is refused with %s', async (_, fields, code) => {
    const { organization } = await createTenant()
    const attempt = createTokenConnection(operatorOf(organization.id), { ...input(), ...fields })
    await expect(attempt).rejects.toMatchObject({ code })
    expect(await listConnections(organization.id)).toEqual([])
  })
})

describe('secrets', () => {
  it('open for their own connection only', async () => {
    const [one, other] = [await connected(), await connected()]
    const { sealedSecrets } = await db().prisma.hostConnection.findFirstOrThrow({ where: { id: one.id } })
    await db().prisma.hostConnection.updateMany({ where: { id: other.id }, data: { sealedSecrets } })
    await expect(openConnection(other.organizationId, other.id)).rejects.toThrow('damaged')
    const { organization } = await createTenant()
    await db().prisma.hostConnection.updateMany({ where: { id: one.id }, data: { organizationId: organization.id } })
    await expect(openConnection(organization.id, one.id)).rejects.toThrow('damaged')
  })

  it('say what to do when the key was changed, and a new token mends it', async () => {
    const { organizationId, userId, id } = await connected()
    const sealedSecrets = seal(deriveKey('the key of another time'), 'any', '{}')
    await db().prisma.hostConnection.updateMany({ where: { id }, data: { sealedSecrets } })
    await expect(openConnection(organizationId, id)).rejects.toMatchObject({ code: 'unavailable' })
    await expect(openConnection(organizationId, id)).rejects.toThrow('Set that one again')
    await rotateToken({ organizationId, userId }, id, github.token)
    expect((await openConnection(organizationId, id)).secrets.token).toBe(github.token)
  })
})

describe('another token', () => {
  it('takes the place of the old one, and the webhook secret stays', async () => {
    const { organizationId, userId, id } = await connected()
    const { secrets } = await openConnection(organizationId, id)
    await db().prisma.hostConnection.updateMany({ where: { id }, data: { problem: 'The token has expired' } })
    expect(await rotateToken({ organizationId, userId }, id, ` ${github.token} `)).toEqual({ name: 'acme' })
    expect((await openConnection(organizationId, id)).secrets).toEqual(secrets)
    expect(await listConnections(organizationId)).toMatchObject([{ problem: null }])
    await expect(rotateToken({ organizationId, userId }, id, 'wrong')).rejects.toMatchObject({ code: 'invalid' })
    expect((await auditOf(organizationId)).map(({ action }) => action)).toContain('connection-token.replaced')
  })

  it('is nothing for a GitHub App', async () => {
    const { organization, connection } = await createConnected('github', { appId: '1', appSlug: 'leadline' })
    const attempt = rotateToken(operatorOf(organization.id), connection.id, github.token)
    await expect(attempt).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('a manager who is removed while the host is asked', () => {
  const removing = (userId: number): InTurn => {
    return async (work) => {
      await db().prisma.membership.deleteMany({ where: { userId } })
      return work()
    }
  }

  it('connects nothing', async () => {
    const { organization } = await createTenant()
    const { id: userId } = await createMember(organization.id, 'manager')
    const attempt = createTokenConnection({ organizationId: organization.id, userId }, input(), removing(userId))
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    expect(await listConnections(organization.id)).toEqual([])
  })

  it('replaces no token', async () => {
    const { organizationId, userId, id } = await connected()
    const { sealedSecrets } = await db().prisma.hostConnection.findFirstOrThrow({ where: { id } })
    const attempt = rotateToken({ organizationId, userId }, id, github.token, removing(userId))
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    expect(await db().prisma.hostConnection.findFirst({ where: { id } })).toMatchObject({ sealedSecrets })
  })
})

it.each([
  ['removed', (actor: Actor, id: number) => removeConnection(actor, id)],
  ['changed', (actor: Actor, id: number) => setTakesDeployments(actor, id, true)],
])('is not %s by a manager who is removed meanwhile', async (_, change) => {
  const { organizationId, userId, id } = await connected()
  const before = await listConnections(organizationId)
  expect(await whileRemoved(userId, () => change({ organizationId, userId }, id))).toMatchObject(noMember)
  expect(await listConnections(organizationId)).toEqual(before)
})

describe('removing', () => {
  it('leaves the repositories', async () => {
    const there = await createConnected('gitlab')
    const repository = await createFollowed(there)
    expect(await listConnections(there.organization.id)).toMatchObject([{ repositories: 1 }])
    await removeConnection(operatorOf(there.organization.id), there.connection.id)
    expect(await listConnections(there.organization.id)).toEqual([])
    const left = await db().prisma.repository.findFirstOrThrow({ where: { id: repository.id } })
    expect(left).toMatchObject({ connectionId: null, fullName: 'acme/api' })
    expect(await auditOf(there.organization.id)).toMatchObject([
      { action: 'connection.removed', actor: 'command line' },
    ])
  })
})

it('takes deployments from then on, and says so once', async () => {
  const { organizationId, userId, id } = await connected()
  for (const takes of [true, true, false]) await setTakesDeployments({ organizationId, userId }, id, takes)
  expect((await auditOf(organizationId)).map(({ action }) => action)).toEqual([
    'connection.created',
    'connection.changed',
    'connection.changed',
  ])
  expect(await listConnections(organizationId)).toMatchObject([{ takesDeployments: false }])
})

describe('the settings of a webhook', () => {
  it('are the address and the secret, and who looked is recorded', async () => {
    const { organizationId, userId, id } = await connected()
    const { connection, secrets } = await openConnection(organizationId, id)
    const settings = await webhookSettings({ organizationId, userId }, id)
    expect(settings).toMatchObject({
      url: `http://localhost:3000/api/webhooks/github?connection=${connection.publicId}`,
      secret: secrets.webhookSecret,
    })
    expect(await auditOf(organizationId)).toContainEqual(
      expect.objectContaining({ action: 'webhook-secret.revealed', userId, details: null }),
    )
  })

  it('are an app’s own', async () => {
    const { organization, connection } = await createConnected('github', { appId: '1', appSlug: 'leadline' })
    const attempt = webhookSettings(operatorOf(organization.id), connection.id)
    await expect(attempt).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('another organization', () => {
  it('sees nothing and changes nothing', async () => {
    const { id, organizationId } = await connected()
    const { organization: other } = await createTenant()
    const { id: userId } = await createMember(other.id, 'owner')
    expect(await listConnections(other.id)).toEqual([])
    for (const attempt of [
      () => removeConnection({ organizationId: other.id, userId }, id),
      () => rotateToken({ organizationId: other.id, userId }, id, github.token),
      () => setTakesDeployments({ organizationId: other.id, userId }, id, true),
      () => webhookSettings({ organizationId: other.id, userId }, id),
    ]) {
      await expect(attempt()).rejects.toThrow(connectionGone())
    }
    expect(await listConnections(organizationId)).toHaveLength(1)
  })
})
