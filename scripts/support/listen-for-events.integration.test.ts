import { expect, it, vi } from 'vitest'
import { findFreePort } from '@/lib/db/embedded-postgres/port'
import { listenForEvents } from './listen-for-events'

vi.mock('@/app/healthz/route', async () => {
  const { addressOfTurn } = await import('@/lib/http/rate-limit/client-address')
  const GET = async (request: Request) => new Response(`${addressOfTurn()} ${addressOfTurn(request)}`)
  return { GET, POST: GET }
})

it('knows from which address keys and tokens come, and in whose turn an issuer is asked', async () => {
  const { url, close } = await listenForEvents({ host: '127.0.0.1', port: await findFreePort() })
  const answerTo = async (bearer: string) =>
    (await fetch(`${url}/healthz`, { headers: { Authorization: `Bearer ${bearer}` } })).text()
  try {
    expect(await answerTo('eyJh.eyJi.c2ln')).toBe('127.0.0.1 127.0.0.1')
    expect(await answerTo('ldl_1')).toBe('null 127.0.0.1')
  } finally {
    await close()
  }
})
