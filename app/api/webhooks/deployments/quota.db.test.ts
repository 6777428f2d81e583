import { afterEach, describe, expect, it } from 'vitest'
import { createApiKey } from '@/lib/api-keys/create'
import { revokeApiKey } from '@/lib/api-keys/revoke'
import { db } from '@/lib/db'
import { env } from '@/lib/env'
import { finishRequestLog, holder } from '@/lib/request-log/finish'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

afterEach(async () => {
  await finishRequestLog()
  delete holder.leadlineRequestRecorder
})

const storedBytes = async (organizationId: number) => {
  await finishRequestLog()
  delete holder.leadlineRequestRecorder
  const days = await db().prisma.storedBytes.findMany({ where: { organizationId } })
  return days.map(({ bytes }) => Number(bytes))
}

describe('the bytes of a day', () => {
  it('are those of the events that were stored', async () => {
    const { organization, token } = await createTenant()
    const event = deploymentBody()
    const size = JSON.stringify(event).length
    await postEvent(token, event)
    await postEvent(token, { ...event, status: 'unknown' })
    expect(await storedBytes(organization.id)).toEqual([size])
    await postEvent(token, event)
    expect(await storedBytes(organization.id)).toEqual([size * 2])
  })

  it('are as many as a day may have: then events are refused until midnight UTC, of this organization alone', async () => {
    const { organization, token } = await createTenant()
    const { organization: other, token: otherToken } = await createTenant()
    const today = new Date(new Date().toISOString().slice(0, 10))
    const bytes = BigInt(env().MAX_STORED_BYTES_PER_DAY)
    const yesterday = new Date(today.getTime() - 86_400_000)
    await db().prisma.storedBytes.createMany({
      data: [
        { organizationId: organization.id, day: today, bytes },
        { organizationId: other.id, day: yesterday, bytes },
        { organizationId: other.id, day: today, bytes: bytes - 1n },
      ],
    })
    const refused = await postEvent(token, deploymentBody())
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ error: expect.stringContaining('Daily quota reached') })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThanOrEqual(1)
    expect(seconds).toBeLessThanOrEqual(86_400)
    expect((await postEvent(otherToken, deploymentBody())).status).toBe(201)
    expect(await db().prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
  })
})

it('an organization has so many active keys, and revoking one makes room', async () => {
  const { organization } = await createTenant()
  const max = env().MAX_API_KEYS_PER_ORGANIZATION
  const data = Array.from({ length: max - 1 }, (_, n) => ({
    organizationId: organization.id,
    name: 'ci',
    tokenHash: `${organization.id}-${n}`,
    display: 'ldl_…',
  }))
  await db().prisma.apiKey.createMany({ data })
  const message = `The organization has ${max} active API keys, and can have at most ${max}. Revoke one`
  await expect(createApiKey(organization.id, 'one more')).rejects.toThrow(message)
  const { id } = await db().prisma.apiKey.findFirstOrThrow({ where: { organizationId: organization.id } })
  await revokeApiKey(organization.id, id, null)
  const made = await Promise.allSettled([createApiKey(organization.id, 'a'), createApiKey(organization.id, 'b')])
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('a key that was pasted into an event is stored nowhere', async () => {
  const { organization, token } = await createTenant()
  const shown = `ldl_…${token.slice(-4)}`
  const event = deploymentBody({
    branch: `b ${token}`,
    metadata: { [token]: token, list: `${token},${token}` },
    rawPayload: { deep: [{ [token]: { headers: `Authorization: Bearer ${token}` } }] },
  })
  expect((await postEvent(token, { ...event, deploymentId: token })).status).toBe(201)
  const where = { organizationId: organization.id }
  const stored = await db().prisma.deployment.findFirstOrThrow({ where })
  const events = await db().prisma.deploymentEvent.findMany({ where })
  expect(
    JSON.stringify([stored, events], (_, value) => (typeof value === 'bigint' ? String(value) : value)),
  ).not.toContain(token.slice(0, -4))
  expect(stored).toMatchObject({ branch: `b ${shown}`, metadata: { [shown]: shown, list: `${shown},${shown}` } })
})
