import type { PoolClient } from 'pg'
import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { linkPending } from '@/lib/deployments/linking/relink'
import { createPullRequest, createRepository, createTenant, deploymentBody, randomSha } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const unavailable = { status: 503, body: { error: 'Temporarily unavailable, retry' } }

describe('a database that does not keep up', () => {
  it('answers 503 with Retry-After while every connection is taken, and recovers', async () => {
    const { token } = await createTenant()
    const taken: PoolClient[] = []
    while (taken.length < (db().ingest.options.max ?? 10)) taken.push(await db().ingest.connect())
    const { status, body, headers } = await postEvent(token, deploymentBody())
    for (const client of taken) client.release()
    expect({ status, body }).toEqual(unavailable)
    expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
    expect((await postEvent(token, deploymentBody())).status).toBe(201)
  })

  it('answers 503 when a lock is not released, stores nothing half, and recovers', async () => {
    const { organization, token } = await createTenant({ plan: 'business' })
    const { prisma } = db()
    const mergeCommitSha = randomSha()
    await createPullRequest(await createRepository(organization.id, 'api'), { number: 1, mergeCommitSha })
    const event = deploymentBody({ commitSha: mergeCommitSha })
    const answer = await prisma.$transaction(
      async (transaction) => {
        await transaction.$executeRaw`LOCK TABLE deployment_events IN ACCESS EXCLUSIVE MODE`
        return postEvent(token, event)
      },
      { timeout: 20_000 },
    )
    expect({ status: answer.status, body: answer.body }).toEqual(unavailable)
    expect(await prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(0)
    expect(await prisma.deploymentEvent.count({ where: { organizationId: organization.id } })).toBe(0)
    expect((await postEvent(token, event)).status).toBe(201)
  })

  it.each(['deployment_pull_requests', 'commits'])(
    'stores an event while %s, which only linking needs, is locked',
    async (table) => {
      const { organization, token } = await createTenant({ plan: 'business' })
      const mergeCommitSha = randomSha()
      await createPullRequest(await createRepository(organization.id, 'api'), { number: 1, mergeCommitSha })
      const event = deploymentBody({ commitSha: mergeCommitSha })
      const answer = await db().prisma.$transaction(
        async (transaction) => {
          await transaction.$executeRawUnsafe(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
          return postEvent(token, event)
        },
        { timeout: 20_000 },
      )
      expect(answer).toMatchObject({ status: 201, body: { linkedPRs: 0 } })
      await linkPending(organization.id)
      expect((await postEvent(token, event)).body).toMatchObject({ action: 'updated', linkedPRs: 1 })
    },
  )
})
