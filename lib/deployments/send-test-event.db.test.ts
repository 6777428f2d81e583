import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { findOrganization } from '@/lib/accounts/organizations/find'
import { env } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { sendTestEvent } from '@/lib/deployments/send-test-event'
import { createTenant } from '@/lib/testing/factories'

async function tenantWithOwner() {
  const email = `${randomUUID()}@acme.example`
  const tenant = await createTenant({ owner: { email, password: 'correct horse battery' } })
  const { id: userId } = await db().prisma.user.findUniqueOrThrow({ where: { email } })
  return { ...tenant, email, userId }
}

describe('a test event', () => {
  it('is stored as a deployment to test that says so, without a key', async () => {
    const { organization, userId, email } = await tenantWithOwner()
    const { id, deploymentId } = await sendTestEvent({ organizationId: organization.id, userId })
    expect(await getDeployment(organization.id, deploymentId)).toMatchObject({
      id,
      deploymentId: expect.stringMatching(/^leadline-test-/),
      environment: 'test',
      production: false,
      status: 'success',
      triggeredBy: email,
      reason: 'not a production environment',
      metadata: { test: true },
    })
    const [event] = await db().prisma.deploymentEvent.findMany({ where: { organizationId: organization.id } })
    expect(event?.apiKeyId).toBeNull()
    expect(await db().prisma.apiKey.count({ where: { organizationId: organization.id, lastUsedAt: null } })).toBe(1)
  })

  it('counts as stored, and is refused beyond what a day may have', async () => {
    const { organization, userId } = await tenantWithOwner()
    const where = { organizationId: organization.id }
    await sendTestEvent({ organizationId: organization.id, userId })
    const counted = await db().prisma.storedBytes.findFirstOrThrow({ where })
    expect(Number(counted.bytes)).toBeGreaterThan(200)
    await db().prisma.storedBytes.updateMany({ where, data: { bytes: env().MAX_STORED_BYTES_PER_DAY } })
    await expect(sendTestEvent({ organizationId: organization.id, userId })).rejects.toMatchObject({
      code: 'rate_limited',
    })
    expect(await db().prisma.deployment.count({ where })).toBe(1)
  })

  it('is not stored while it cannot be counted', async () => {
    const { organization, userId } = await tenantWithOwner()
    await inTransaction(db().people, never, async (client) => {
      await client.query('LOCK TABLE stored_bytes IN EXCLUSIVE MODE')
      await expect(sendTestEvent({ organizationId: organization.id, userId })).rejects.toThrow('lock timeout')
    })
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
  })

  it('is a new one each time, and starts the trial the first time', async () => {
    const { organization, userId } = await tenantWithOwner()
    const first = await sendTestEvent({ organizationId: organization.id, userId })
    const { trialStartedAt } = await findOrganization(organization.slug)
    expect(trialStartedAt).not.toBeNull()
    expect((await sendTestEvent({ organizationId: organization.id, userId })).id).not.toBe(first.id)
    expect((await findOrganization(organization.slug)).trialStartedAt).toEqual(trialStartedAt)
  })

  it('is not sent where it would count as production', async () => {
    const { organization, userId } = await tenantWithOwner()
    await (await setProductionNames(operatorOf(organization.id), ['Test'])).linked
    await expect(sendTestEvent({ organizationId: organization.id, userId })).rejects.toMatchObject({ code: 'conflict' })
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
  })

  it('is sent by members alone', async () => {
    const [here, there] = [await tenantWithOwner(), await tenantWithOwner()]
    await expect(sendTestEvent({ organizationId: here.organization.id, userId: there.userId })).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await db().prisma.deployment.count({ where: { organizationId: here.organization.id } })).toBe(0)
  })
})
