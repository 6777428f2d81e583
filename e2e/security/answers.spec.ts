import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { createTenant, deploymentBody } from '@/lib/testing/factories'
import { serverUrls } from '../support/servers'
import { listActions } from './app-inventory'
import { callAction } from './call-action'

/** What we are built with, what our own parts are called, and how libraries speak of types. */
const internal =
  /next-?auth|prisma|zod|postgres|node_modules|\.tsx?\b|\.js:|expected (string|number|object)|Invalid input|host_|sealed|public_id/i

test.afterAll(() => db().close())

type Request = [path: string, init?: RequestInit]

const json = (body: unknown, headers = {}): RequestInit => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(body),
})

const form = (fields: Record<string, string>): RequestInit => ({ method: 'POST', body: new URLSearchParams(fields) })

const requests: Request[] = [
  ['/api/auth/nothing'],
  ['/api/auth/nothing', form({})],
  ['/api/auth/callback'],
  ['/api/auth/callback/nobody'],
  ['/api/auth/callback/nobody', form({})],
  ['/api/auth/callback/credentials'],
  ['/api/auth/callback/credentials', form({ json: 'true' })],
  ['/api/auth/providers', form({})],
  ['/api/auth/session', form({})],
  ['/api/auth/session', json({})],
  ['/api/auth/csrf', { method: 'DELETE' }],
  ['/api/auth/signin/nobody', form({ json: 'true' })],
  ['/api/pull-requests/live'],
  ['/api/webhooks/github', json({})],
  ['/api/webhooks/gitlab?connection=x', json({})],
  ['/api/github/installed', { method: 'POST' }],
  ['/api/nothing'],
]

for (const [path, init] of requests) {
  test(`${init?.method ?? 'GET'} ${path} ${init?.body ?? ''} is answered in our own words`, async () => {
    const response = await fetch(serverUrls()[0] + path, { redirect: 'manual', ...init })
    expect(response.status).toBeLessThan(500)
    if ((response.headers.get('content-type') ?? '').startsWith('text/html')) return
    expect(await response.text()).not.toMatch(internal)
    expect(response.headers.get('location') ?? '').not.toMatch(internal)
  })
}

test('a wrong event is refused in our own words', async () => {
  const { token } = await createTenant()
  const event = deploymentBody()
  const wrong = Object.keys(event).flatMap((name) => [
    { ...event, [name]: {} },
    { ...event, [name]: [1] },
  ])
  for (const body of [...wrong, [], null, 1, 'x', { ...event, metadata: { a: {} } }, { ...event, rawPayload: 1 }]) {
    const response = await fetch(
      `${serverUrls()[0]}/api/webhooks/deployments`,
      json(body, { Authorization: `Bearer ${token}` }),
    )
    expect(response.status).toBe(400)
    expect(await response.text()).not.toMatch(internal)
  }
})

test('a form with nothing in it is refused in our own words', async () => {
  for (const action of listActions()) {
    const { status, state } = await callAction(action, { page: '/sign-in', fields: {} })
    expect(status, action.name).toBeLessThan(500)
    expect(state?.message ?? '', action.name).not.toMatch(internal)
  }
})
