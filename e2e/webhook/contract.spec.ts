import { connect } from 'node:net'
import { expect } from '@playwright/test'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { internalWords } from '../support/internal-words'
import { post } from '../support/servers'
import { test } from '../support/webhook-test'

test('a trailing slash does not lose the event', async ({ urls }) => {
  const { token } = await createTenant()
  const response = await fetch(`${urls[0]}/api/webhooks/deployments/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(deploymentBody()),
  })
  expect(response.status).toBe(201)
})

test('an accepted event is answered with exactly the three fields and the headers of the contract', async ({
  urls,
}) => {
  const { organization, token } = await createTenant()
  const { status, body, headers } = await post(urls[0], token, deploymentBody())
  expect(status).toBe(201)
  expect(body).toEqual({ action: 'created', deploymentId: expect.any(Number), linkedPRs: 0 })
  expect(headers.get('location')).toBe(`/${organization.slug}/deployments/${body.deploymentId}`)
  expect(headers.get('x-request-id')).toBeTruthy()
  expect(headers.get('ratelimit')).toMatch(/^"ingest";r=\d+;t=\d+$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-powered-by')).toBeNull()
})

for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
  test(`405 for ${method}, naming POST`, async ({ urls }) => {
    const response = await fetch(`${urls[0]}/api/webhooks/deployments`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
}

test('413 for a chunked body of 5 MB, counted while it streams; its connection takes the next event', async ({
  urls,
}) => {
  const { token } = await createTenant()
  const { hostname, port } = new URL(urls[0])
  const head = (length: string) =>
    `POST /api/webhooks/deployments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
    `Content-Type: application/json\r\n${length}\r\n\r\n`
  const socket = connect(Number(port), hostname)
  const answered = (text: string) =>
    new Promise((resolve, reject) => {
      let received = ''
      socket.on('data', (data) => {
        received += data
        if (received.includes(text)) resolve(received)
      })
      socket.once('close', () => reject(new Error(`closed after ${received}`)))
    })
  const refusal = answered('{"error":"Payload exceeds 256 KiB"}')
  socket.write(head('Transfer-Encoding: chunked'))
  for (let sent = 0; sent < 80; sent += 1) socket.write(`10000\r\n${'x'.repeat(64 * 1024)}\r\n`)
  socket.write('0\r\n\r\n')
  expect(await refusal).toContain('HTTP/1.1 413 ')

  const event = JSON.stringify(deploymentBody())
  const acceptance = answered('"action":"created"')
  socket.write(head(`Content-Length: ${Buffer.byteLength(event)}`) + event)
  expect(await acceptance).toContain('HTTP/1.1 201 ')
  socket.destroy()
})

test('a client that hangs up in the middle of its body leaves the server well', async ({ urls }) => {
  const { token } = await createTenant()
  const { hostname, port } = new URL(urls[0])
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/webhooks/deployments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"deploymentId":',
  )
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.destroy()
  expect((await post(urls[0], token, deploymentBody())).status).toBe(201)
})

test('it is alive, and ready when the database is, and says no more to anyone', async ({ urls }) => {
  for (const path of ['/healthz', '/readyz', '/api/health']) {
    const response = await fetch(urls[0] + path)
    expect([path, response.status, await response.json()]).toEqual([path, 200, { status: 'ok' }])
    expect((await fetch(urls[0] + path, { method: 'HEAD' })).status).toBe(200)
    expect((await fetch(urls[0] + path, { method: 'POST', body: '{}' })).status).toBe(405)
  }
})

test('an address with very many parameters is refused', async ({ urls }) => {
  const parameters = Array(7_500).fill('a').join('&')
  for (const path of ['/api/webhooks/deployments', '/healthz']) {
    expect([path, (await fetch(`${urls[0]}${path}?${parameters}`)).status]).toEqual([path, 400])
  }
  const posted = { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }
  expect((await fetch(`${urls[0]}/api/webhooks/deployments?${parameters}`, posted)).status).toBe(400)
})

test('an address of nothing below /api is 404 in JSON, and every answer is data that no page can frame', async ({
  urls,
}) => {
  const statuses = {
    '/api/nothing': 404,
    '/healthz': 200,
    '/readyz': 200,
    '/api/health': 200,
    '/api/webhooks/deployments': 405,
    '/api/webhooks/deployments/batch': 405,
  }
  for (const [path, expected] of Object.entries(statuses)) {
    const { status, headers } = await fetch(urls[0] + path)
    expect([path, status]).toEqual([path, expected])
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a wrong event is refused in our own words', async ({ urls }) => {
  const { token } = await createTenant()
  const event = deploymentBody()
  const wrong = Object.keys(event).flatMap((name) => [
    { ...event, [name]: {} },
    { ...event, [name]: [1] },
  ])
  for (const body of [...wrong, [], null, 1, 'x', { ...event, metadata: { a: {} } }, { ...event, rawPayload: 1 }]) {
    const refused = await post(urls[0], token, body)
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ error: expect.not.stringMatching(internalWords) })
  }
})
