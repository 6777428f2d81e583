import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { githubPushEvent } from '@/lib/testing/github-events'
import { createConnected, createFollowed, sendGithub } from '@/lib/testing/host-webhooks'
import { GET, POST } from './route'

const url = 'http://localhost/api/webhooks/github'

describe('POST /api/webhooks/github', () => {
  it('refuses an unsigned delivery, and says how to fix it', async () => {
    const response = await POST(new Request(url, { method: 'POST', body: '{}' }))
    expect(response.status).toBe(401)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await response.json()).toEqual({
      error: 'No connection with this address and secret. Compare both with the settings.',
    })
  })

  it('is for POST alone', async () => {
    const response = await GET(new Request(url))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('a database that does not answer', () => {
  it.each(['host_connections', 'host_deliveries', 'repositories'])(
    'is said so, and what is sent again is then taken: %s',
    async (table) => {
      const connected = await createConnected('github')
      const repository = await createFollowed(connected)
      const headers = { 'X-GitHub-Delivery': 'the-same' }
      const send = () => sendGithub(connected, 'push', githubPushEvent(repository), { headers })
      const blocker = await db().people.connect()
      try {
        await blocker.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`)
        expect(await send()).toEqual({ status: 503, body: { error: 'Temporarily unavailable, retry' } })
      } finally {
        await blocker.query('ROLLBACK')
        blocker.release()
      }
      await expect.poll(send, { timeout: 10_000 }).toEqual({ status: 200, body: { outcome: 'accepted' } })
    },
  )
})
