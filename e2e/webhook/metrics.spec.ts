import { expect } from '@playwright/test'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { createHistory, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { post } from '../support/servers'
import { test } from '../support/webhook-test'

test('metrics are at a port of their own, for this machine, and say nothing of who posts', async ({ startExtra }) => {
  const { organization, token } = await createTenant()
  const [commitSha] = await createHistory(await createRepository(organization.id, 'acme/api'), 1)
  const port = await findFreePort()
  const server = await startExtra({ METRICS_PORT: String(port) })
  const metrics = `http://127.0.0.1:${port}/metrics`
  expect((await post(server.url, token, deploymentBody({ commitSha }))).status).toBe(201)
  expect((await post(server.url, `${token}x`, deploymentBody())).status).toBe(401)
  const read = async () => (await fetch(metrics)).text()
  const counted = [
    'leadline_http_requests_total{route="events",status="201"} 1',
    'leadline_http_requests_total{route="events",status="401"} 1',
    'leadline_linking_duration_seconds_count{outcome="linked"} 1',
  ]
  for (const line of counted) await expect.poll(read).toContain(`${line}\n`)
  const text = await read()
  expect(text).toContain('leadline_database_up 1\n')
  expect(text).toMatch(/^leadline_database_connections\{pool="ingest",state="idle"\} [1-9]/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d/m)
  expect(text).not.toContain(organization.slug)

  for (const probe of ['healthz', 'readyz']) expect((await fetch(`http://127.0.0.1:${port}/${probe}`)).status).toBe(200)
  expect((await fetch(metrics, { method: 'HEAD' })).headers.get('x-leadline-version')).toMatch(/^\d+\.\d+\.\d+/)
  expect((await fetch(metrics, { method: 'POST', body: 'x' })).status).toBe(405)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  const elsewhere = await fetch(`${server.url}/metrics`, { redirect: 'manual' })
  expect(elsewhere.status).not.toBe(200)
  expect([...elsewhere.headers.keys()]).not.toContain('x-leadline-version')
  expect(await server.stop()).toBe(0)
})
