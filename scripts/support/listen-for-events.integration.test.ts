import { expect, it, vi } from 'vitest'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { listenForEvents } from './listen-for-events'

vi.mock('@/app/healthz/route', async () => {
  const { addressOfTurn } = await import('@/lib/http/rate-limit/client-address')
  const GET = async () => new Response(addressOfTurn())
  return { GET, POST: GET }
})

it('knows from which address a token comes, whose turn its issuer is asked in', async () => {
  const { url, close } = await listenForEvents({ host: '127.0.0.1', port: await findFreePort() })
  try {
    const headers = { Authorization: 'Bearer eyJh.eyJi.c2ln' }
    expect(await (await fetch(`${url}/healthz`, { headers })).text()).toBe('127.0.0.1')
  } finally {
    await close()
  }
})
