import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { guardedAgent } from './guarded-agent'
import { openNetwork } from './network'

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
const limits = { maxBytes: 1_000, maxMs: 2_000, maxConnections: 2 }
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

test.each(['/long', '/slow'])('an answer that has no end is given up: %s', async (path) => {
  await expect(read(`http://issuer.example:${port()}${path}`)).rejects.toThrow()
})

test('few calls are made at once, and their places come back', async () => {
  const agent = issuer()
  const url = `http://issuer.example:${port()}`
  const waiting = [read(`${url}/waits`, agent), read(`${url}/waits`, agent)]
  await expect(read(`${url}/metadata`, agent)).rejects.toThrow('Too many')
  expect((await Promise.allSettled(waiting)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await vi.waitFor(async () => expect(await read(`${url}/metadata`, agent)).toBe('{}'))
})
