import { generateKeyPairSync } from 'node:crypto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '@/lib/core/errors'
import type { InTurn } from '@/lib/core/fair-queue'
import { db } from '@/lib/db/db'
import type { Organization } from '@/lib/generated/prisma/client'
import { createMember, createTenant, type TestUser } from '@/lib/testing/factories'
import { type GithubAppServer, startGithubAppServer } from '@/lib/testing/github-app-server'
import { finishInstallation } from './finish-installation'
import { finishManifest } from './finish-manifest'
import { installationUrl } from './installation-url'
import { listConnections } from './list'
import { manifestForm } from './manifest-form'
import { openConnection } from './open'
import { removeConnection } from './remove'
import { sealSecrets } from './secrets'
import { startManifest } from './start-manifest'

let github: GithubAppServer
let organization: Organization
let manager: TestUser

beforeEach(async () => {
  github = await startGithubAppServer()
  organization = (await createTenant()).organization
  manager = await createMember(organization.id, 'manager')
  return () => github.close()
})

const stateOf = (url: string) => new URL(url, 'http://localhost').searchParams.get('state') ?? ''

const start = async (userId = manager.id) =>
  stateOf(await startManifest({ organizationId: organization.id, userId }, { baseUrl: github.baseUrl, owner: 'acme' }))

const keyOf = (modulusLength: number, type: 'pkcs1' | 'pkcs8' = 'pkcs1') =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type, format: 'pem' },
  }).privateKey

/** A turn in which the manager is removed once GitHub has answered. */
const removingAfter = (): InTurn => async (work) => {
  const answer = await work()
  await db().prisma.membership.deleteMany({ where: { userId: manager.id } })
  return answer
}

const connect = async () => finishManifest(await start(), github.code, manager.id)

describe('starting', () => {
  it('leads to GitHub with a manifest that reads and changes nothing', async () => {
    const path = await startManifest(
      { organizationId: organization.id, userId: manager.id },
      { baseUrl: github.baseUrl, owner: 'acme' },
    )
    expect(path).toMatch(/^\/api\/github\/manifest\/new\?state=v1\./)
    const { html, policy } = await manifestForm(stateOf(path), manager.id)
    expect(html).toContain(`action="${github.baseUrl}/organizations/acme/settings/apps/new?state=v1.`)
    expect(policy).toContain(`form-action ${github.baseUrl};`)
    expect(policy).toContain("default-src 'none'; script-src 'sha256-")
    const manifest = JSON.parse((/value="([^"]*)"/.exec(html)?.[1] ?? '').replaceAll('&quot;', '"'))
    expect(manifest).toMatchObject({
      public: false,
      redirect_url: 'http://localhost:3000/api/github/manifest',
      setup_url: 'http://localhost:3000/api/github/installed',
      default_permissions: { contents: 'read', deployments: 'read', metadata: 'read', pull_requests: 'read' },
    })
    expect(await listConnections(organization.id)).toEqual([])
  })

  it('leads to the account of the user who is signed in there', async () => {
    const path = await startManifest(
      { organizationId: organization.id, userId: manager.id },
      { baseUrl: github.baseUrl, owner: '' },
    )
    expect((await manifestForm(stateOf(path), manager.id)).html).toContain(`${github.baseUrl}/settings/apps/new?`)
  })

  it('does not lead where cloud providers keep their metadata', async () => {
    const input = { baseUrl: 'https://169.254.169.254', owner: '' }
    await expect(startManifest({ organizationId: organization.id, userId: manager.id }, input)).rejects.toMatchObject({
      code: 'invalid',
    })
  })
})

describe('coming back', () => {
  it('makes a secret for an app that has no webhook', async () => {
    github.app.webhook_secret = null
    await connect()
    const [listed] = await listConnections(organization.id)
    expect((await openConnection(organization.id, listed?.id ?? 0)).secrets.webhookSecret).toMatch(/^whsec_/)
  })

  it('stores the app with its secrets sealed, and leads on to its installation', async () => {
    const url = await connect()
    expect(url).toMatch(new RegExp(`^${github.baseUrl}/github-apps/leadline-acme/installations/new\\?state=v1\\.`))
    const [listed] = await listConnections(organization.id)
    expect(listed).toMatchObject({ kind: 'app', installed: false, name: 'Leadline acme', createdBy: 'Ada Lovelace' })
    const { secrets } = await openConnection(organization.id, listed?.id ?? 0)
    expect(secrets).toEqual({ privateKey: github.app.pem, webhookSecret: github.app.webhook_secret })
    const rows = JSON.stringify(await db().prisma.hostConnection.findMany())
    const log = JSON.stringify(await db().prisma.auditEntry.findMany({ omit: { id: true } }))
    for (const secret of ['PRIVATE KEY', 'secret-of-the-app']) {
      expect(rows + log + JSON.stringify(listed)).not.toContain(secret)
    }
    expect(log).toContain('connection.created')
  })

  it('keeps no app whose key is none that GitHub gives away', async () => {
    for (const pem of [keyOf(1024), keyOf(2048, 'pkcs8'), 'no key']) {
      const hostile = await startGithubAppServer()
      hostile.app.pem = pem
      const actor = { organizationId: organization.id, userId: manager.id }
      const path = await startManifest(actor, { baseUrl: hostile.baseUrl, owner: 'acme' })
      await expect(finishManifest(stateOf(path), hostile.code, manager.id)).rejects.toMatchObject({ code: 'invalid' })
      await hostile.close()
    }
    expect(await listConnections(organization.id)).toEqual([])
  })

  it('waits for GitHub in a turn of the organization, once it is allowed', async () => {
    const turns: number[] = []
    const refusal = new AppError('unavailable', 'Too many')
    const full = (organizationId: number) => async () => {
      turns.push(organizationId)
      throw refusal
    }
    const state = await start()
    const colleague = await createMember(organization.id, 'owner')
    await expect(finishManifest(state, github.code, colleague.id, full)).rejects.toMatchObject({ code: 'forbidden' })
    expect(turns).toEqual([])
    await expect(finishManifest(state, github.code, manager.id, full)).rejects.toBe(refusal)
    const installation = stateOf(await finishManifest(state, github.code, manager.id))
    await expect(finishInstallation(installation, '77', manager.id, full)).rejects.toBe(refusal)
    expect(turns).toEqual([organization.id, organization.id])
    expect(await listConnections(organization.id)).toMatchObject([{ installed: false }])
  })

  it('stores nothing for a manager who is removed while GitHub answers', async () => {
    const state = await start()
    const attempt = finishManifest(state, github.code, manager.id, removingAfter)
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    expect(await listConnections(organization.id)).toEqual([])
  })

  it('spends no code of a manager who is removed while they wait for their turn', async () => {
    const removingBefore = (): InTurn => async (work) => {
      await db().prisma.membership.deleteMany({ where: { userId: manager.id } })
      return work()
    }
    const state = await start()
    const attempt = finishManifest(state, github.code, manager.id, removingBefore)
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    const membership = { organizationId: organization.id, userId: manager.id, role: 'manager' } as const
    await db().prisma.membership.create({ data: membership })
    await finishManifest(state, github.code, manager.id)
    expect(await listConnections(organization.id)).toHaveLength(1)
  })

  it('works once', async () => {
    const state = await start()
    await finishManifest(state, github.code, manager.id)
    const again = finishManifest(state, github.code, manager.id)
    await expect(again).rejects.toMatchObject({ code: 'conflict' })
    expect(await listConnections(organization.id)).toHaveLength(1)
  })

  it('makes one connection of two at once', async () => {
    const state = await start()
    const both = await Promise.allSettled([1, 2].map(() => finishManifest(state, github.code, manager.id)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await listConnections(organization.id)).toHaveLength(1)
  })

  it('is refused to everyone else, managers of the organization included', async () => {
    const state = await start()
    const colleague = await createMember(organization.id, 'owner')
    await expect(finishManifest(state, github.code, colleague.id)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(manifestForm(state, colleague.id)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await listConnections(organization.id)).toEqual([])
  })

  it('is refused to who lost the role, or left', async () => {
    const state = await start()
    const where = { organizationId_userId: { organizationId: organization.id, userId: manager.id } }
    await db().prisma.membership.update({ where, data: { role: 'member' } })
    await expect(finishManifest(state, github.code, manager.id)).rejects.toMatchObject({ code: 'forbidden' })
    await db().prisma.membership.delete({ where })
    await expect(finishManifest(state, github.code, manager.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is refused with a state that was not made here, or for something else', async () => {
    const installation = stateOf(await connect())
    const [head, keyId, payload = ''] = (await start()).split('.')
    const changed = [head, keyId, `${payload.slice(0, -2)}AA`].join('.')
    for (const state of [null, '', 'v1', changed, installation, `${head}.${keyId}.`]) {
      await expect(finishManifest(state, github.code, manager.id)).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  it('is refused after half an hour', async () => {
    const state = await start()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31 * 60_000 })
    try {
      await expect(finishManifest(state, github.code, manager.id)).rejects.toMatchObject({ code: 'forbidden' })
    } finally {
      vi.useRealTimers()
    }
  })

  it('is refused without a code that GitHub knows', async () => {
    await expect(finishManifest(await start(), null, manager.id)).rejects.toMatchObject({ code: 'invalid' })
    const unknown = /^Nothing was connected\. No GitHub that knows this app answers at this address/
    await expect(finishManifest(await start(), '../user', manager.id)).rejects.toThrow(unknown)
    await github.close()
    await expect(finishManifest(await start(), 'x', manager.id)).rejects.toThrow(unknown)
    github = await startGithubAppServer()
  })
})

describe('installing', () => {
  it('keeps the installation that GitHub confirms to the app', async () => {
    const state = stateOf(await connect())
    expect(await finishInstallation(state, '77', manager.id)).toBe(organization.slug)
    const [listed] = await listConnections(organization.id)
    expect(listed).toMatchObject({ installed: true, name: 'acme', problem: null })
    expect((await openConnection(organization.id, listed?.id ?? 0)).connection).toMatchObject({
      installationId: '77',
      appId: '4711',
    })
    expect(await finishInstallation(state, '77', manager.id)).toBe(organization.slug)
  })

  it('keeps none for a manager who is removed while GitHub answers', async () => {
    const attempt = finishInstallation(stateOf(await connect()), '77', manager.id, removingAfter)
    await expect(attempt).rejects.toMatchObject({ code: 'not_found' })
    expect(await listConnections(organization.id)).toMatchObject([{ installed: false }])
  })

  it('does not believe the address', async () => {
    const state = stateOf(await connect())
    for (const id of [null, '', '78', '0', '-1', '77x', '1e99', '77/../1']) {
      await expect(finishInstallation(state, id, manager.id)).rejects.toMatchObject({ code: 'invalid' })
    }
    expect(await listConnections(organization.id)).toMatchObject([{ installed: false }])
  })

  it('is refused to an app whose stored key is none', async () => {
    const state = stateOf(await connect())
    const { publicId } = await db().prisma.hostConnection.findFirstOrThrow({
      where: { organizationId: organization.id },
    })
    const secrets = { privateKey: keyOf(1024), webhookSecret: 'secret' }
    const sealedSecrets = await sealSecrets({ organizationId: organization.id, publicId }, secrets)
    await db().prisma.hostConnection.update({ where: { publicId }, data: { sealedSecrets } })
    await expect(finishInstallation(state, '77', manager.id)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('is refused to everyone else, and for a connection that is gone', async () => {
    const state = stateOf(await connect())
    const colleague = await createMember(organization.id, 'owner')
    await expect(finishInstallation(state, '77', colleague.id)).rejects.toMatchObject({ code: 'forbidden' })
    const [listed] = await listConnections(organization.id)
    await removeConnection({ organizationId: organization.id, userId: manager.id }, listed?.id ?? 0)
    await expect(finishInstallation(state, '77', manager.id)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('may begin again from the settings', async () => {
    await connect()
    const [listed] = await listConnections(organization.id)
    const url = await installationUrl({ organizationId: organization.id, userId: manager.id }, listed?.id ?? 0)
    expect(await finishInstallation(stateOf(url), '77', manager.id)).toBe(organization.slug)
    const { organization: other } = await createTenant()
    await expect(
      installationUrl({ organizationId: other.id, userId: manager.id }, listed?.id ?? 0),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})
