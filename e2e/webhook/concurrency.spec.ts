import { expect } from '@playwright/test'
import { operatorOf } from '@/lib/accounts/actor'
import { revokeApiKey } from '@/lib/accounts/api-keys/revoke'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { type Answer, post } from '../support/servers'
import { test } from '../support/webhook-test'

test.describe.configure({ mode: 'serial' })

/**
 * Posts 200 events to two processes in turn, 40 at once: a slow machine may not answer more within the time that a
 * request has. What it takes at once is measured by `bench:guarantees`.
 */
async function postTwoHundred(urls: [string, string], token: string, eventOf: () => unknown): Promise<Answer[]> {
  const answers: Answer[] = []
  while (answers.length < 200) {
    const wave = Array.from({ length: 40 }, (_, index) => post(urls[index % 2 ? 0 : 1], token, eventOf()))
    answers.push(...(await Promise.all(wave)))
  }
  return answers
}

test('200 identical posts to two processes: one created, 199 updated, one record', async ({ urls }) => {
  const { organization, token } = await createTenant()
  const event = deploymentBody()
  const answers = await postTwoHundred(urls, token, () => event)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(199)
  expect(new Set(answers.map(({ body }) => body.deploymentId)).size).toBe(1)
  const { prisma } = db()
  expect(await prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(1)
  expect(await prisma.deploymentEvent.count({ where: { organizationId: organization.id } })).toBe(200)
})

test('200 different first events to two processes: 200 created, one trial of exactly 14 days', async ({ urls }) => {
  const { organization, token } = await createTenant()
  const answers = await postTwoHundred(urls, token, () => deploymentBody())
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  const after = await db().prisma.organization.findUniqueOrThrow({ where: { id: organization.id } })
  expect(Number(after.trialEndsAt) - Number(after.trialStartedAt)).toBe(14 * 24 * 60 * 60 * 1000)

  await post(urls[0], token, deploymentBody())
  const later = await db().prisma.organization.findUniqueOrThrow({ where: { id: organization.id } })
  expect(later.trialStartedAt).toEqual(after.trialStartedAt)
})

test('a revoked key is refused by both processes from the next request on', async ({ urls }) => {
  const { organization, token, apiKeyId } = await createTenant()
  for (const url of urls) expect((await post(url, token, deploymentBody())).status).toBe(201)
  await revokeApiKey(operatorOf(organization.id), apiKeyId)
  const answers = await postTwoHundred(urls, token, () => deploymentBody())
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
})
