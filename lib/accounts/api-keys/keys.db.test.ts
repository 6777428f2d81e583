import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { listApiKeys, readApiKeys } from '@/lib/accounts/api-keys/list'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { noMember, whileRemoved } from '@/lib/testing/losing-role'

const createPerson = (name: string | null) =>
  db().prisma.user.create({ data: { name, email: `${randomUUID()}@acme.example` } })

const createManager = (organizationId: number) => createMember(organizationId, 'manager', { name: 'Ada' })

describe('API keys', () => {
  it('are stored as a hash and a display form alone', async () => {
    const { organization, token } = await createTenant()
    const stored = await db().prisma.apiKey.findFirstOrThrow({ where: { organizationId: organization.id } })
    expect(JSON.stringify(stored)).not.toContain(token.slice(4, -4))
    expect(stored.display).toBe(`ldl_…${token.slice(-4)}`)
  })

  it.each(['', '   ', 'x'.repeat(101), 'c\0i', 'c\ni'])('need a name of 1 to 100 characters, not %j', async (name) => {
    const { organization } = await createTenant()
    await expect(createApiKey(operatorOf(organization.id), name)).rejects.toMatchObject({ code: 'invalid' })
  })

  it('are read in pages, active ones first, then the latest revoked', async () => {
    const { organization } = await createTenant()
    const { id: organizationId } = organization
    await db().prisma.apiKey.createMany({
      data: Array.from({ length: 120 }, (_, n) => {
        const display = `ldl_…${n}`
        return { organizationId, name: `old ${n}`, display, tokenHash: randomUUID(), revokedAt: new Date(n * 1000) }
      }),
    })
    const first = await readApiKeys(organizationId, 1)
    expect(first).toMatchObject({ total: 121, page: 1, pages: 3 })
    expect(first.rows).toHaveLength(50)
    expect(first.rows.slice(0, 2).map(({ name }) => name)).toEqual(['ci', 'old 119'])
    const last = await readApiKeys(organizationId, 999)
    expect(last).toMatchObject({ total: 121, page: 3, pages: 3 })
    expect(last.rows.map(({ name }) => name)).toEqual(Array.from({ length: 21 }, (_, n) => `old ${20 - n}`))
    const foreign = await createTenant()
    expect(await readApiKeys(foreign.organization.id, 2)).toMatchObject({ total: 1, page: 1, rows: [{ name: 'ci' }] })
  })

  it('are listed the newest first, revoked ones included', async () => {
    const { organization, apiKeyId } = await createTenant()
    await createApiKey(operatorOf(organization.id), 'second')
    await revokeApiKey(operatorOf(organization.id), apiKeyId)
    const keys = await listApiKeys(organization.id)
    expect(keys.map(({ name, revokedAt }) => [name, revokedAt !== null])).toEqual([
      ['second', false],
      ['ci', true],
    ])
  })

  it.each([
    ['removed', 'not_found', 'DELETE FROM memberships WHERE user_id = $1'],
    ['made a member', 'forbidden', "UPDATE memberships SET role = 'member' WHERE user_id = $1"],
  ])('are not generated for a manager who is %s meanwhile', async (_, code, loseRole) => {
    const { organization, apiKeyId } = await createTenant()
    const { id: userId } = await createManager(organization.id)
    const holder = await db().people.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE', [organization.id])
      const attempt = createApiKey({ organizationId: organization.id, userId }, 'kept')
      const refused = expect(attempt).rejects.toMatchObject({ code })
      await lockWaits(1)
      await holder.query(loseRole, [userId])
      await holder.query('COMMIT')
      await refused
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    expect((await listApiKeys(organization.id)).map(({ id }) => id)).toEqual([apiKeyId])
  })

  it('are not revoked by a manager who is removed meanwhile', async () => {
    const { organization, apiKeyId } = await createTenant()
    const { id: userId } = await createManager(organization.id)
    const outcome = await whileRemoved(userId, () =>
      revokeApiKey({ organizationId: organization.id, userId }, apiKeyId),
    )
    expect(outcome).toMatchObject(noMember)
    expect(await listApiKeys(organization.id)).toMatchObject([{ id: apiKeyId, revokedAt: null }])
  })

  it('name who generated and who revoked them', async () => {
    const { organization } = await createTenant()
    const [ada, bob] = [await createManager(organization.id), await createPerson(null)]
    await db().prisma.membership.create({ data: { organizationId: organization.id, userId: bob.id, role: 'manager' } })
    const { id } = await createApiKey({ organizationId: organization.id, userId: ada.id }, 'deploys')
    await revokeApiKey({ organizationId: organization.id, userId: bob.id }, id)
    await revokeApiKey({ organizationId: organization.id, userId: ada.id }, id)
    expect((await listApiKeys(organization.id)).map(({ createdBy, revokedBy }) => [createdBy, revokedBy])).toEqual([
      [null, null],
      [
        { name: 'Ada', email: ada.email },
        { name: null, email: bob.email },
      ],
    ])
  })

  it('keep the time of their first revocation', async () => {
    const { organization, apiKeyId } = await createTenant()
    await revokeApiKey(operatorOf(organization.id), apiKeyId)
    const [first] = await listApiKeys(organization.id)
    await revokeApiKey(operatorOf(organization.id), apiKeyId)
    expect((await listApiKeys(organization.id))[0]).toEqual(first)
  })

  it('post deployments unless they are generated to read', async () => {
    const { organization } = await createTenant()
    await createApiKey(operatorOf(organization.id), 'bot', 'read')
    const keys = await listApiKeys(organization.id)
    expect(keys.map(({ name, scope }) => [name, scope])).toEqual([
      ['bot', 'read'],
      ['ci', 'ingest'],
    ])
  })

  it('leave a line in the audit log when they are generated and when they are first revoked', async () => {
    const { organization } = await createTenant()
    const ada = await createManager(organization.id)
    const { id, display, token } = await createApiKey(
      { organizationId: organization.id, userId: ada.id },
      'bot',
      'read',
    )
    await revokeApiKey(operatorOf(organization.id), id)
    await revokeApiKey({ organizationId: organization.id, userId: ada.id }, id)
    const lines = await db().prisma.auditEntry.findMany({
      where: { organizationId: organization.id, subjectId: String(id) },
      orderBy: { id: 'asc' },
      select: { actor: true, userId: true, action: true, subject: true, details: true },
    })
    const subject = `bot (${display})`
    expect(lines).toEqual([
      { actor: ada.email, userId: ada.id, action: 'api-key.generated', subject, details: { scope: 'read' } },
      { actor: 'command line', userId: null, action: 'api-key.revoked', subject, details: null },
    ])
    expect(JSON.stringify(lines)).not.toContain(token.slice(4, -4))
  })

  it('of another organization look like unknown ones', async () => {
    const [here, there] = [await createTenant(), await createTenant()]
    const revokeAsStranger = revokeApiKey(operatorOf(here.organization.id), there.apiKeyId)
    await expect(revokeAsStranger).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeApiKey(operatorOf(here.organization.id), 2_000_000_000)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect((await listApiKeys(there.organization.id))[0]?.revokedAt).toBeNull()
    expect((await listApiKeys(here.organization.id)).map(({ id }) => id)).toEqual([here.apiKeyId])
  })
})
