import { expect } from '@playwright/test'
import { createTenant } from '@/lib/testing/factories'
import { watchMemory } from '@/lib/testing/watch-memory'
import { type Sending, sendEndless, sendLarge } from '../support/send-slowly'
import { test } from '../support/webhook-test'

const largeBytes = 100 * 1024 * 1024
const maxGrowthMegabytes = 50

test('100 MB sent to any address there is are refused, and the server keeps its size', async ({ startExtra }) => {
  const server = await startExtra({})
  const sendings = [...(await webhooks()), { path: '/healthz' }, { path: '/api/nothing' }]
  for (const sending of sendings) await sendLarge(server.url, sending, 1024 * 1024)
  const memory = await watchMemory(server.pid)
  for (const sending of sendings) {
    const { status } = await sendLarge(server.url, sending, largeBytes)
    expect.soft([null, 404, 405, 413], sending.path).toContain(status)
  }
  expect(await memory.finish()).toBeLessThan(maxGrowthMegabytes)
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('a body that never ends is given up, wherever it goes', async ({ urls }) => {
  const sendings = [...(await webhooks()), { path: '/healthz', method: 'HEAD' }, { path: '/api/nothing' }]
  const answers = await Promise.all(sendings.map((sending) => sendEndless(urls[0], sending)))
  expect(answers).toEqual(sendings.map(() => ({ status: 408, closed: true })))
})

async function webhooks(): Promise<Sending[]> {
  const { token } = await createTenant()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  return ['/api/webhooks/deployments', '/api/webhooks/deployments/batch'].map((path) => ({ path, headers }))
}
