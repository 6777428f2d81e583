import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { createHistory, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { post } from '../support/servers'
import { test } from '../support/webhook-test'

test('traces go to the collector that the standard variables name, without what was sent', async ({ startExtra }) => {
  const sent: string[] = []
  const collector = createServer(async (request, response) => {
    sent.push(`${request.url}\n${await buffer(request)}`)
    response.end()
  })
  await once(collector.listen(0, '127.0.0.1'), 'listening')
  const { organization, token } = await createTenant()
  const [commitSha] = await createHistory(await createRepository(organization.id, 'acme/api'), 1)
  const server = await startExtra({
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_SERVICE_NAME: 'leadline-in-test',
  })
  const event = deploymentBody({ commitSha })
  expect((await post(server.url, token, event)).status).toBe(201)
  await fetch(`${server.url}/invite/hush-hush?token=hush`, { redirect: 'manual' })
  expect(await server.stop()).toBe(0)
  collector.close()

  const traces = sent.join('\n')
  expect(sent.every((request) => request.startsWith('/v1/traces\n'))).toBe(true)
  for (const text of ['leadline-in-test', '/api/webhooks/deployments', 'link deployment', 'lock-deployment-to-link'])
    expect(traces).toContain(text)
  expect(traces).toContain('WHERE organization_id = $1')
  for (const secret of [token, String(event.deploymentId), String(commitSha), 'hush'])
    expect(traces).not.toContain(secret)
})
