import { expect, it, vi } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { revokeTrust } from '@/lib/accounts/trusted-pipelines/revoke'
import { db } from '@/lib/db/db'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { startTokenIssuer } from '@/lib/testing/token-issuer'
import { createTrustingTenant } from '@/lib/testing/trusted-pipelines'
import { postEvent } from '@/lib/testing/webhook'

const statusOf = async (token: string) => (await postEvent(token, deploymentBody())).status

/** The status codes in the log of requests of an organization. */
async function readLog({ organization: { id: organizationId } }: Tenant): Promise<number[]> {
  await finishRequestLog()
  const rows = await db().prisma.webhookRequest.findMany({ where: { organizationId }, orderBy: { id: 'asc' } })
  return rows.map(({ statusCode }) => statusCode)
}

it('503 with Retry-After while the issuer does not answer, 201 for the same event once it does', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const other = await startTokenIssuer()
  const tenant = await createTrustingTenant({ issuer: other.issuer })
  const token = await other.sign(tenant.audience)
  other.answerWith((_, response) => response.writeHead(503).end())
  const { status, headers, body } = await postEvent(token, deploymentBody())
  expect({ status, body }).toEqual({ status: 503, body: { error: 'Temporarily unavailable, retry' } })
  expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  expect(await readLog(tenant)).toEqual([])
  other.answerWith(null)
  vi.advanceTimersByTime(11_000)
  expect(await statusOf(token)).toBe(201)
  vi.useRealTimers()
  await other.stop()
})

it('an issuer is called for an active trust alone, and a revoked one leaves a line for 30 days', async () => {
  const issuer = await startTokenIssuer()
  const tenant = await createTrustingTenant({ issuer: issuer.issuer })
  const token = await issuer.sign(tenant.audience)
  await revokeTrust(operatorOf(tenant.organization.id), tenant.trustId)
  expect(await statusOf(token)).toBe(401)
  expect([issuer.reads(), await readLog(tenant)]).toEqual([0, []])
  const active = await createTrustingTenant({ issuer: issuer.issuer })
  expect(await statusOf(await issuer.sign(active.audience))).toBe(201)
  expect(await statusOf(token)).toBe(401)
  expect(await readLog(tenant)).toEqual([401])
  const revokedAt = new Date(Date.now() - 31 * 86_400_000)
  await db().prisma.apiKey.updateMany({ where: { id: tenant.trustId }, data: { revokedAt } })
  expect(await statusOf(await issuer.sign(tenant.audience))).toBe(401)
  expect([issuer.reads(), await readLog(tenant)]).toEqual([1, [401]])
  await issuer.stop()
})
