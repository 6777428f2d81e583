import { expect } from '@playwright/test'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { startTokenIssuer } from '@/lib/testing/token-issuer'
import { trust } from '@/lib/testing/trusted-pipelines'
import { post, postBatch } from '../support/servers'
import { test } from '../support/webhook-test'

test('a trusted pipeline posts with the token of its host, to the address that its token is meant for', async ({
  urls,
}) => {
  const issuer = await startTokenIssuer()
  const tenant = await createTenant()
  await trust(tenant, { issuer: issuer.issuer, branch: 'main' })
  const token = await issuer.sign(`${urls[0]}/${tenant.organization.slug}`)
  const { status, body } = await post(urls[0], token, deploymentBody())
  expect({ status, body }).toEqual({
    status: 201,
    body: { action: 'created', deploymentId: expect.any(Number), linkedPRs: 0 },
  })
  const lines = [deploymentBody(), deploymentBody()].map((event) => JSON.stringify(event)).join('\n')
  expect((await postBatch(urls[0], token, lines)).body).toMatchObject({ stored: 2, refused: 0 })
  const elsewhere = await post(urls[1], token, deploymentBody())
  expect({ status: elsewhere.status, body: elsewhere.body }).toEqual({
    status: 401,
    body: { error: 'Invalid or missing API key' },
  })
  await issuer.stop()
})
