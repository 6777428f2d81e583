import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { db } from '@/lib/db'
import { createMember, createTenant, deploymentBody } from '@/lib/testing/factories'
import { emptyServer, post, serverUrls } from '../support/servers'

test.afterAll(() => db().close())

test('a trailing slash does not lose the event', async () => {
  const { token } = await createTenant()
  const response = await fetch(`${serverUrls()[0]}/api/webhooks/deployments/`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(deploymentBody()),
  })
  expect(response.status).toBe(201)
})

test('an accepted event is answered with exactly the three fields and the headers of the contract', async () => {
  const { organization, token } = await createTenant()
  const { status, body, headers } = await post(serverUrls()[0], token, deploymentBody())
  expect(status).toBe(201)
  expect(body).toEqual({ action: 'created', deploymentId: expect.any(Number), linkedPRs: 0 })
  expect(headers.get('location')).toBe(`/${organization.slug}/deployments/${body.deploymentId}`)
  expect(headers.get('x-request-id')).toBeTruthy()
  expect(headers.get('ratelimit')).toMatch(/^"ingest";r=\d+;t=\d+$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-powered-by')).toBeNull()
})

for (const method of ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
  test(`405 for ${method}, naming POST`, async () => {
    const response = await fetch(`${serverUrls()[0]}/api/webhooks/deployments`, { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST')
  })
}

test('413 for a chunked body of 5 MB, counted while it streams', async () => {
  const { token } = await createTenant()
  const chunk = 'x'.repeat(64 * 1024)
  // A connection of its own: what is left of the body must not get into the next request.
  const upload = request(`${serverUrls()[0]}/api/webhooks/deployments`, {
    method: 'POST',
    agent: false,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  })
  // The server answers and closes while the rest is still being written.
  upload.on('error', () => undefined)
  const answered = once(upload, 'response')
  for (let sent = 0; sent < 80; sent += 1) upload.write(chunk)
  upload.end()
  const [response] = (await answered) as [IncomingMessage]
  expect(response.statusCode).toBe(413)
  expect(await json(response)).toEqual({ error: 'Payload exceeds 256 KiB' })
})

test('a client that hangs up in the middle of its body leaves the server well', async () => {
  const { token } = await createTenant()
  const { hostname, port } = new URL(serverUrls()[0])
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/webhooks/deployments HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"deploymentId":',
  )
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.destroy()
  expect((await post(serverUrls()[0], token, deploymentBody())).status).toBe(201)
})

test('health answers 200 when the database does', async () => {
  const response = await fetch(`${serverUrls()[0]}/api/health`)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ status: 'ok' })
})

test('the start page leads whoever is not signed in to signing in, or to the setup where nobody is known yet', async () => {
  const { organization } = await createTenant()
  await createMember(organization.id, 'owner')
  const locations = [serverUrls()[0], emptyServer().url].map(async (url) => {
    const { status, headers } = await fetch(url, { redirect: 'manual' })
    return [status, headers.get('location')]
  })
  expect(await Promise.all(locations)).toEqual([
    [307, '/sign-in'],
    [307, expect.stringMatching(/^\/(setup|sign-in)$/)],
  ])
})
