import { expect, test } from '@playwright/test'
import { revokeApiKey } from '@/lib/api-keys/revoke'
import { db } from '@/lib/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { post, serverUrls } from '../support/servers'

const urls = serverUrls
const twoHundred = Array.from({ length: 200 }, (_, index) => index)

test.describe.configure({ mode: 'serial' })
test.afterAll(() => db().close())

test('200 identical posts to two processes: one created, 199 updated, one record', async () => {
  const { organization, token } = await createTenant()
  const event = deploymentBody()
  const answers = await Promise.all(twoHundred.map((index) => post(urls()[index % 2 ? 0 : 1], token, event)))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(199)
  expect(new Set(answers.map(({ body }) => body.deploymentId)).size).toBe(1)
  const { prisma } = db()
  expect(await prisma.deployment.count({ where: { organizationId: organization.id } })).toBe(1)
  expect(await prisma.deploymentEvent.count({ where: { organizationId: organization.id } })).toBe(200)
})

test('200 different first events to two processes: 200 created, one trial of exactly 14 days', async () => {
  const { organization, token } = await createTenant()
  const answers = await Promise.all(twoHundred.map((index) => post(urls()[index % 2 ? 0 : 1], token, deploymentBody())))
  expect(answers.every(({ status }) => status === 201)).toBe(true)
  const after = await db().prisma.organization.findUniqueOrThrow({ where: { id: organization.id } })
  expect(Number(after.trialEndsAt) - Number(after.trialStartedAt)).toBe(14 * 24 * 60 * 60 * 1000)

  await post(urls()[0], token, deploymentBody())
  const later = await db().prisma.organization.findUniqueOrThrow({ where: { id: organization.id } })
  expect(later.trialStartedAt).toEqual(after.trialStartedAt)
})

test('a revoked key is refused by both processes from the next request on', async () => {
  const { organization, token, apiKeyId } = await createTenant()
  for (const url of urls()) expect((await post(url, token, deploymentBody())).status).toBe(201)
  await revokeApiKey(organization.id, apiKeyId)
  const answers = await Promise.all(twoHundred.map((index) => post(urls()[index % 2 ? 0 : 1], token, deploymentBody())))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
})
