import { afterEach, expect, it, vi } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { background } from '../call-options'
import { githubClient } from './client'

const servers: AnsweringServer[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function start(...[listener]: Parameters<typeof startAnsweringServer>): Promise<AnsweringServer> {
  const server = await startAnsweringServer(listener)
  servers.push(server)
  return server
}

it('calls a host while ones that never answer are called', async () => {
  const [silent, answering] = [await start(() => {}), await start((_, response) => response.end('{}'))]
  const waiting = Array.from({ length: 12 }, (_, number) =>
    githubClient({ baseUrl: silent.origin, token: 'x' }, { ...background, retry: false })
      .request(`GET /${number}`)
      .catch(() => 'ended'),
  )
  await vi.waitFor(() => expect(silent.requests.length).toBeGreaterThanOrEqual(10))
  const client = githubClient({ baseUrl: answering.origin, token: 'x' }, background)
  expect((await client.request('GET /')).status).toBe(200)
  expect((await client.graphql('{ viewer { login } }')) ?? null).toBeNull()
  await silent.stop()
  servers.splice(servers.indexOf(silent), 1)
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['ended']))
})

it('asks a host that takes too long once', async () => {
  const { origin, requests } = await start(() => {})
  const client = githubClient({ baseUrl: origin, token: 'x' }, { ...background, timeoutMs: 200, secondMs: 1 })
  await expect(client.request('GET /')).rejects.toThrow()
  await expect(client.graphql('{ viewer { login } }')).rejects.toThrow()
  expect(requests).toHaveLength(2)
})

it('waits for the end of a limit that takes seconds', async () => {
  const { origin, requests } = await start((_, response) => {
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '1' }
    if (requests.length > 1) response.writeHead(200, headers).end('{}')
    else response.writeHead(403, headers).end('{"message":"You have exceeded a secondary rate limit"}')
  })
  const client = githubClient({ baseUrl: origin, token: 'x' }, { ...background, secondMs: 1 })
  expect((await client.request('GET /')).status).toBe(200)
  expect(requests).toHaveLength(2)
})

it('logs nothing that a host says of what it will remove', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { origin } = await start((_, response) => {
    response.writeHead(200, { Deprecation: 'true', Sunset: 'x'.repeat(5_000) }).end('{}')
  })
  await githubClient({ baseUrl: origin, token: 'x' }, background).request('GET /')
  expect(warn).not.toHaveBeenCalled()
})
