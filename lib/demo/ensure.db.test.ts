import { expect, test } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { createApiKey } from '@/lib/accounts/api-keys/create'
import { db } from '@/lib/db/db'
import { createTenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { ensureDemo } from './ensure'
import { answerTo, nextEvent } from './next-event'

const now = new Date('2026-11-20T15:30:00Z')

test("someone else's organization is left alone", async () => {
  const { organization } = await createTenant({ slug: 'demo' })
  await expect(ensureDemo(now)).rejects.toMatchObject({ code: 'conflict' })
  await db().prisma.organization.delete({ where: { id: organization.id } })
})

test('the second run finds everything there', async () => {
  const first = await ensureDemo(now)
  expect(first).toMatchObject({ loaded: true, services: 6 })
  expect(await ensureDemo(new Date('2026-11-22T09:00:00Z'))).toEqual({ ...first, loaded: false })
})

test('the next event of a service ships what was merged since its last deployment', async () => {
  const { organizationId } = await ensureDemo(now)
  const { token } = await createApiKey(operatorOf(organizationId), 'ci')
  const event = await nextEvent(organizationId, 'booking-api')
  expect(await answerTo(organizationId, 'first')).toBeNull()
  const body = { deploymentId: 'first', ...event, startedAt: now.toISOString(), completedAt: now.toISOString() }
  const answer = await postEvent(token, body)
  const { prisma } = db()
  const live = await prisma.pullRequest.findFirstOrThrow({
    where: { organizationId, mergeCommitSha: event.previousCommitSha },
  })
  const { repositoryId, baseBranch, mergedAt } = live
  const linkedPRs = await prisma.pullRequest.count({
    where: { repositoryId, baseBranch, mergedAt: { gt: mergedAt ?? now } },
  })
  expect(linkedPRs).toBeGreaterThan(0)
  expect(answer).toMatchObject({ status: 201, body: { action: 'created', linkedPRs } })
  expect(await answerTo(organizationId, 'first')).toEqual(answer.body)
})
