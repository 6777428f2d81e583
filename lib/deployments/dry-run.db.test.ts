import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { checkPayload } from '@/lib/deployments/dry-run'
import { getDeployment } from '@/lib/deployments/get'
import { finishRequestLog } from '@/lib/deployments/request-log/process-recorder'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant, deploymentBody, randomSha, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const reader = (organizationId: number) => ({ organization: { id: organizationId }, user: { id: 1 } })

const check = (tenant: Tenant, body: unknown) => checkPayload(reader(tenant.organization.id), JSON.stringify(body))

async function everythingOf({ organization }: Tenant) {
  await finishRequestLog()
  const where = { organizationId: organization.id }
  const { prisma } = db()
  return {
    organization: await prisma.organization.findUnique({ where: { id: organization.id } }),
    keys: await prisma.apiKey.findMany({ where }),
    deployments: await prisma.deployment.findMany({ where, orderBy: { id: 'asc' } }),
    events: await prisma.deploymentEvent.count({ where }),
    links: await prisma.deploymentPullRequest.findMany({ where, orderBy: { pullRequestId: 'asc' } }),
    requests: await prisma.webhookRequest.count({ where }),
  }
}

describe('checking a payload', () => {
  it('says what would be stored and linked, and writes nothing', async () => {
    const { tenant, shas } = await tenantWithHistory(5, 'acme/api')
    const before = await everythingOf(tenant)
    const event = deploymentBody({
      commitSha: at(shas, 3).toUpperCase(),
      previousCommitSha: at(shas, 1),
      service: 'api',
      branch: 'feat/"x"',
      metadata: { region: 'eu', canary: true },
      unknown: 1,
    })
    const result = await check(tenant, event)
    expect(result).toMatchObject({
      accepted: true,
      action: 'created',
      reason: null,
      record: {
        deploymentId: event.deploymentId,
        commitSha: at(shas, 3),
        production: true,
        repository: 'acme/api',
        resolvedSha: at(shas, 3),
        startedAt: new Date('2026-03-02T10:00:00Z'),
        branch: 'feat/"x"',
        metadata: { region: 'eu', canary: true },
        triggeredBy: null,
      },
      pullRequests: [
        { repository: 'acme/api', number: 3, title: 'Change 3', method: 'range' },
        { repository: 'acme/api', number: 4, title: 'Change 4', method: 'merge-commit' },
      ],
    })
    expect(await everythingOf(tenant)).toEqual(before)
    const { answer, shown } = await deploy(tenant, event)
    expect(answer.linkedPRs).toBe(2)
    expect(result.accepted && result.pullRequests.map(({ leadTimeSeconds }) => leadTimeSeconds)).toEqual(
      shown.pullRequests.map(({ leadTimeSeconds }) => leadTimeSeconds),
    )
  })

  it('lists a hundred of many pull requests, and says how many there are', async () => {
    const { tenant, shas } = await tenantWithHistory(102)
    const result = await check(tenant, deploymentBody({ commitSha: at(shas, 101), previousCommitSha: at(shas, 0) }))
    expect(result).toMatchObject({ accepted: true, linkedPRs: 101, reason: null })
    expect(result.accepted && result.pullRequests.map(({ number }) => number).slice(-2)).toEqual([100, 101])
  })

  it('shows a known deployment as it would stand afterwards, and leaves it as it is', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const event = deploymentBody({ commitSha: at(shas, 1), branch: 'main' })
    await postEvent(tenant.token, event)
    const before = await everythingOf(tenant)
    const later = { ...event, status: 'rolled_back', completedAt: '2026-03-02T11:00:00Z' }
    expect(await check(tenant, later)).toMatchObject({
      accepted: true,
      action: 'updated',
      record: { status: 'rolled_back', branch: 'main' },
      pullRequests: [],
      reason: 'rolled back',
    })
    const overtaken = { ...event, status: 'in_progress', completedAt: null, branch: 'other' }
    expect(await check(tenant, overtaken)).toMatchObject({
      action: 'updated',
      record: { status: 'success', branch: 'main' },
      pullRequests: [{ number: 2 }],
    })
    expect(await everythingOf(tenant)).toEqual(before)
    expect((await getDeployment(tenant.organization.id, String(event.deploymentId))).linkedPRs).toBe(1)
  })

  it('gives up before real events do when locks are held, and says so', async () => {
    const { tenant, shas } = await tenantWithHistory(2)
    const event = deploymentBody({ commitSha: at(shas, 1), status: 'in_progress', completedAt: null })
    await postEvent(tenant.token, event)
    const holder = await db().people.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT FROM deployments WHERE organization_id = $1 FOR UPDATE', [tenant.organization.id])
      await expect(check(tenant, { ...event, status: 'pending' })).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('Nothing was stored. Try again'),
      })
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    expect(await check(tenant, event)).toMatchObject({ accepted: true, action: 'updated' })
  })

  it('says why nothing would be linked', async () => {
    const { tenant } = await tenantWithHistory(2)
    expect(await check(tenant, deploymentBody({ commitSha: randomSha() }))).toMatchObject({ reason: 'unknown commit' })
    expect(await check(tenant, deploymentBody({ environment: 'staging' }))).toMatchObject({
      reason: 'not a production environment',
    })
    expect(await check(await createTenant(), deploymentBody())).toMatchObject({ reason: 'no repository imported' })
  })

  it.each([
    ['', 400, 'Invalid payload: body is empty'],
    ['{', 400, 'Invalid payload: body is not valid JSON'],
    ['[]', 400, 'Invalid payload: body must be a JSON object'],
    ['{"a":"\\u0000"}', 400, 'Invalid payload: body has text with a NUL character'],
    [`"${'x'.repeat(300_000)}"`, 413, 'Payload exceeds 256 KiB'],
  ])('refuses %.20j as the webhook does', async (text, statusCode, error) => {
    const { organization } = await createTenant()
    expect(await checkPayload(reader(organization.id), text)).toEqual({ accepted: false, statusCode, error })
  })

  it('refuses fields in the words of the webhook', async () => {
    const tenant = await createTenant()
    for (const fields of [{ commitSha: 'xyz' }, { organizationSlug: 'other' }, { completedAt: null }]) {
      const answer = await postEvent(tenant.token, deploymentBody(fields))
      expect(await check(tenant, deploymentBody(fields))).toEqual({
        accepted: false,
        statusCode: answer.status,
        ...(answer.body as { error: string }),
      })
    }
  })

  it('sees neither commits nor deployments of another organization', async () => {
    const { tenant: other, shas } = await tenantWithHistory(3)
    const event = deploymentBody({ commitSha: at(shas, 1) })
    await postEvent(other.token, event)
    const { tenant } = await tenantWithHistory(1)
    expect(await check(tenant, event)).toMatchObject({ action: 'created', reason: 'unknown commit', pullRequests: [] })
    await expect(checkPayload(reader(2_000_000_000), '{}')).rejects.toMatchObject({ code: 'not_found' })
  })

  it('is refused to one person beyond a few at once, and takes nothing from another organization', async () => {
    const [many, other] = [await createTenant(), await createTenant()]
    const crowd = Array.from({ length: 30 }, () => check(many, deploymentBody()))
    const settled = Promise.allSettled(crowd)
    expect(await checkPayload({ organization: other.organization, user: { id: 2 } }, '{}')).toMatchObject({
      accepted: false,
    })
    const refused = (await settled).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(20)
    for (const error of refused) {
      expect(error).toMatchObject({ code: 'unavailable', message: expect.stringContaining('at once. Try again') })
    }
  })
})
