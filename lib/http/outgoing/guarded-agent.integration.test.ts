import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import { get as getSecurely } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { watchRequests } from '@/lib/http/request-context'
import { guardedAgent } from './guarded-agent'
import { openNetwork } from './network'

vi.hoisted(() => {
  process.env.TRUSTED_ADDRESS_HEADER = 'x-client'
})

const calls: string[] = []
const server = createServer(async ({ url = '' }, response) => {
  calls.push(url)
  if (url === '/long') return response.end(Buffer.alloc(10_000_000))
  if (url === '/slow') {
    while (!response.destroyed) {
      response.write('x')
      await delay(20)
    }
  }
  if (url === '/waits') return
  response.end('{}')
})
beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

const network = openNetwork('refuse', async () => [{ address: '127.0.0.1', family: 4 }])
const places = { places: 3, kept: 0, share: 2, waiting: 3, maxWaitMs: 60_000 }
const limits = { maxBytes: 1_000, maxMs: 2_000, places }
const port = () => (server.address() as AddressInfo).port
const issuer = () => guardedAgent({ origin: `http://issuer.example:${port()}`, network }, limits)

async function read(url: string, agent = issuer()): Promise<string> {
  const request = get(url, { agent })
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += chunk
  return body
}

test('the configured origin may be private, and no other that it names', async () => {
  expect(await read(`http://issuer.example:${port()}/metadata`)).toBe('{}')
  calls.length = 0
  await expect(read(`http://other.example:${port()}/token`)).rejects.toThrow('no public address')
  await expect(read(`http://127.0.0.1:${port()}/latest/meta-data`)).rejects.toThrow('no public address')
  expect(calls).toEqual([])
})

test('a provider that cannot be reached at once is a failure of that call alone', async () => {
  const unreachable = openNetwork('allow', async () => [{ address: '127.0.0.1', family: 6 }])
  const origin = 'https://issuer.example:9'
  const request = getSecurely(origin, { agent: guardedAgent({ origin, network: unreachable }, limits) })
  const [error] = await once(request, 'error')
  expect(error).toMatchObject({ syscall: 'connect' })
})

test.each(['/long', '/slow'])('an answer that has no end is given up: %s', async (path) => {
  await expect(read(`http://issuer.example:${port()}${path}`)).rejects.toThrow()
})

test('few calls are made at once, others wait for their turn, and too many of them are refused', async () => {
  const agent = issuer()
  const url = `http://issuer.example:${port()}`
  calls.length = 0
  const held = Promise.allSettled([1, 2].map(() => read(`${url}/waits`, agent)))
  const waiting = Array.from({ length: 4 }, () => read(`${url}/metadata`, agent))
  const answers = (await Promise.allSettled(waiting)).map(({ status }) => status)
  expect(answers.sort()).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected'])
  expect(calls.slice(0, 2)).toEqual(['/waits', '/waits'])
  expect((await held).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('the calls of one address keep none of another waiting', async () => {
  watchRequests()
  const agent = issuer()
  const url = `http://issuer.example:${port()}`
  const site = createServer(async (request, response) => {
    response.end(await read(`${url}${request.url}`, agent).catch(() => 'refused'))
  })
  await once(site.listen(0, '127.0.0.1'), 'listening')
  const ask = async (address: string, path: string) => {
    const response = await fetch(`http://127.0.0.1:${(site.address() as AddressInfo).port}${path}`, {
      headers: { 'X-Client': address },
    })
    return response.text()
  }
  calls.length = 0
  const crowd = [ask('192.0.2.1', '/waits'), ask('192.0.2.1', '/waits')]
  await vi.waitFor(() => expect(calls).toHaveLength(2))
  const another = ask('192.0.2.1', '/another')
  expect(await ask('192.0.2.2', '/own')).toBe('{}')
  expect(calls).not.toContain('/another')
  expect(await Promise.all([...crowd, another])).toEqual(['refused', 'refused', '{}'])
  site.close()
})
