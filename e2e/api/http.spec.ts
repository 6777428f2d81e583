import { connect } from 'node:net'
import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
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

test('413 for a chunked body of 5 MB, counted while it streams; its connection takes the next event', async () => {
  const { token } = await createTenant()
  const { hostname, port } = new URL(serverUrls()[0])
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

test('the start page leads visitors to the sign-in page, or to the setup where there are no users yet', async () => {
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
