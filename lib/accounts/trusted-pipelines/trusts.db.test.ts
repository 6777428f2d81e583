import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listApiKeys, readApiKeys } from '@/lib/accounts/api-keys/list'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { db } from '@/lib/db/db'
import { createMember, createTenant } from '@/lib/testing/factories'
import { noMember, whileRemoved } from '@/lib/testing/losing-role'
import { startTokenIssuer } from '@/lib/testing/token-issuer'
import { trust } from '@/lib/testing/trusted-pipelines'
import { checkIssuer } from './check-issuer'
import { createTrust } from './create'
import { listTrusts, readTrusts } from './list'
import { revokeTrust } from './revoke'
import { type NewTrust, publicIssuers } from './schema'

const issuer = publicIssuers.github
const input: NewTrust = {
  host: 'github',
  issuer,
  repository: 'acme/api',
  branch: 'main',
  tag: null,
  protectedOnly: false,
  environment: null,
}

describe('trusted pipelines', () => {
  it('are listed with who added them, the newest first, revoked ones last, and are no API keys', async () => {
    const tenant = await createTenant()
    const { id: organizationId } = tenant.organization
    const manager = await createMember(organizationId, 'manager', { name: 'Ada' })
    const actor = { organizationId, userId: manager.id }
    const ids = [await createTrust(actor, input), await createTrust(actor, { ...input, repository: 'acme/web' })]
    await revokeTrust(actor, ids[1]?.id ?? 0)
    expect(await listTrusts(organizationId)).toMatchObject([
      { id: ids[0]?.id, repository: 'acme/api', branch: 'main', hostId: null, lastUsedAt: null, revokedAt: null },
      { id: ids[1]?.id, repository: 'acme/web', createdBy: { name: 'Ada' }, revokedBy: { name: 'Ada' } },
    ])
    expect(await readTrusts(organizationId, 1)).toMatchObject({ total: 2, pages: 1 })
    expect((await listApiKeys(organizationId)).map(({ name }) => name)).toEqual(['ci'])
    expect(await readApiKeys(organizationId, 1)).toMatchObject({ total: 1 })
  })

  it('are shown and revoked in their organization alone, and not as API keys', async () => {
    const [here, there] = [await createTenant(), await createTenant()]
    const id = await trust(here, { issuer })
    expect(await listTrusts(there.organization.id)).toEqual([])
    const [theirs, ours] = [operatorOf(there.organization.id), operatorOf(here.organization.id)]
    await expect(revokeTrust(theirs, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeApiKey(ours, id)).rejects.toMatchObject({ code: 'not_found' })
    await expect(revokeTrust(ours, here.apiKeyId)).rejects.toMatchObject({ code: 'not_found' })
    expect(await listTrusts(here.organization.id)).toMatchObject([{ revokedAt: null }])
    expect(await listApiKeys(here.organization.id)).toMatchObject([{ revokedAt: null }])
  })

  it('stay as they were when they are revoked again', async () => {
    const tenant = await createTenant()
    const actor = operatorOf(tenant.organization.id)
    const id = await trust(tenant, { issuer })
    await revokeTrust(actor, id)
    const before = await listTrusts(tenant.organization.id)
    await revokeTrust(actor, id)
    expect(await listTrusts(tenant.organization.id)).toEqual(before)
  })

  it('are 50 at most that are active, also of two added at once', async () => {
    const tenant = await createTenant()
    for (let count = 0; count < 48; count += 1) await trust(tenant, { issuer })
    const revoked = await trust(tenant, { issuer })
    await revokeTrust(operatorOf(tenant.organization.id), revoked)
    await trust(tenant, { issuer })
    const message =
      'The organization has 50 trusted pipelines, and can have at most 50. Revoke one that is not used any more.'
    const outcomes = await Promise.allSettled([trust(tenant, { issuer }), trust(tenant, { issuer })])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(trust(tenant, { issuer })).rejects.toThrow(message)
  })

  it('are kept up to a thousand once they are revoked, the latest', async () => {
    const tenant = await createTenant()
    const { id: organizationId } = tenant.organization
    await db().prisma.$executeRaw`
      WITH revoked AS (
        INSERT INTO api_keys (organization_id, name, display, scope, revoked_at)
        SELECT ${organizationId}, 'acme/api', 'GitHub Actions', 'ingest', now() - n * interval '1 hour'
        FROM generate_series(1, 1001) n RETURNING id
      )
      INSERT INTO trusted_pipelines (organization_id, api_key_id, host, issuer, repository)
      SELECT ${organizationId}, id, 'github', ${issuer}, 'acme/api' FROM revoked`
    const [latest, active] = [await trust(tenant, { issuer }), await trust(tenant, { issuer })]
    await revokeTrust(operatorOf(organizationId), latest)
    const kept = await listTrusts(organizationId)
    expect(kept.length).toBe(1_001)
    expect(kept.slice(0, 2).map(({ id }) => id)).toEqual([active, latest])
    expect(Date.now() - (kept.at(-1)?.revokedAt?.getTime() ?? 0)).toBeLessThan(1_000 * 3_600_000)
  })

  it('are not revoked by a manager who is removed meanwhile', async () => {
    const tenant = await createTenant()
    const { id: organizationId } = tenant.organization
    const id = await trust(tenant, { issuer })
    const { id: userId } = await createMember(organizationId, 'manager')
    expect(await whileRemoved(userId, () => revokeTrust({ organizationId, userId }, id))).toMatchObject(noMember)
    expect(await listTrusts(organizationId)).toMatchObject([{ id, revokedAt: null }])
  })

  it('are in the audit log when they are added and revoked', async () => {
    const tenant = await createTenant()
    const actor = operatorOf(tenant.organization.id)
    const { id } = await createTrust(actor, input)
    await revokeTrust(actor, id)
    const entries = await db().prisma.auditEntry.findMany({
      where: { organizationId: tenant.organization.id, action: { startsWith: 'trusted-pipeline' } },
      orderBy: { id: 'asc' },
    })
    expect(entries).toMatchObject([
      {
        action: 'trusted-pipeline.added',
        subject: 'acme/api, branch main',
        subjectId: String(id),
        details: { issuer },
      },
      { action: 'trusted-pipeline.revoked', subject: 'acme/api, branch main', subjectId: String(id) },
    ])
  })
})

describe('an issuer that a manager enters', () => {
  it('is read at once, so that a typo is found before the first deployment', async () => {
    const server = await startTokenIssuer()
    await checkIssuer({ ...input, issuer: server.issuer })
    await expect(checkIssuer({ ...input, issuer: `${server.issuer}/other` })).rejects.toMatchObject({ code: 'invalid' })
    server.published.splice(0)
    await expect(checkIssuer({ ...input, issuer: server.issuer })).rejects.toThrow('has no key')
    await server.stop()
    await expect(checkIssuer({ ...input, issuer: server.issuer })).rejects.toThrow('cannot be reached')
  })
})
