import { expect } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { post } from '../support/servers'
import { test } from '../support/webhook-test'

const countRequests = async (organizationId: number) => {
  const { _sum } = await db().prisma.webhookRequest.aggregate({ where: { organizationId }, _sum: { repeats: true } })
  return _sum.repeats ?? 0
}

test('a request is in the log a moment after its answer', async ({ urls }) => {
  const { organization, token } = await createTenant()
  await post(urls[0], token, deploymentBody())
  await expect.poll(() => countRequests(organization.id)).toBe(1)
})

test('a server that is told to stop writes down what it has answered', async ({ startExtra }) => {
  const { organization, token } = await createTenant()
  const server = await startExtra({})
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => post(server.url, token, index % 2 ? {} : deploymentBody())),
  )
  expect(await server.stop()).toBe(0)
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(201), ...Array(20).fill(400)])
  expect(await countRequests(organization.id)).toBe(40)
})
