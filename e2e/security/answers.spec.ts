import { expect, test } from '@playwright/test'
import { db } from '@/lib/db/db'
import { internalWords } from '../support/internal-words'
import { serverUrls } from '../support/servers'
import { listActions } from './app-inventory'
import { callAction } from './call-action'

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
    expect(await response.text()).not.toMatch(internalWords)
    expect(response.headers.get('location') ?? '').not.toMatch(internalWords)
  })
}

test('a form with nothing in it is refused in our own words', async () => {
  for (const action of listActions()) {
    const { status, state } = await callAction(action, { page: '/sign-in', fields: {} })
    expect(status, action.name).toBeLessThan(500)
    expect(state?.message ?? '', action.name).not.toMatch(internalWords)
  }
})
