import { expect } from '@playwright/test'
import { operatorOf } from '@/lib/accounts/actor'
import { setServicePaths } from '@/lib/sources/repositories/set-service-paths'
import { createHistory, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { record } from '../support/servers'
import { test } from '../support/webhook-test'

test('a pipeline learns which services of a repository it changes', async ({ urls }) => {
  const tenant = await createTenant()
  const repository = await createRepository(tenant.organization.id, 'acme/shop')
  const [live = ''] = await createHistory(repository, 2)
  for (const service of ['api', 'web']) {
    await setServicePaths(operatorOf(tenant.organization.id), repository.id, service, [`services/${service}/**`])
    await record(urls[0], tenant.token, deploymentBody({ service, commitSha: live }))
  }
  const address = `${urls[0]}/api/webhooks/deployments/services?repository=acme/shop`
  const headers = { Authorization: `Bearer ${tenant.token}` }
  expect(await (await fetch(address, { headers })).text()).toBe(`${live} api\n${live} web\n`)
  // Longer than a form may be.
  const paths = Array.from({ length: 2_500 }, (_, index) => ` docs/a-page-with-a-rather-long-name/${index}.md`)
  const body = [`since ${live}`, ...paths, ' services/web/index.ts', ''].join('\n')
  const changed = await fetch(address, { method: 'POST', headers, body })
  expect({ status: changed.status, text: await changed.text() }).toEqual({ status: 200, text: 'web\n' })
  expect((await fetch(address, { method: 'PUT', headers, body })).status).toBe(405)
  expect((await fetch(address)).status).toBe(401)
})
