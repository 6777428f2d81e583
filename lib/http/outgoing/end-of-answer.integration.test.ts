import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer, TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { cert, key } from '@/lib/testing/certificate'
import { outgoingClient } from './client'
import { openNetwork } from './network'

const network = openNetwork('allow')

beforeEach(() => void vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'))
afterEach(() => vi.unstubAllEnvs())

async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Answers with a redirect, whose body is not read, and ends each connection as `end` does. */
function redirecting(length: number, end: (socket: Socket) => void) {
  const body = Buffer.alloc(length, 'x')
  return (socket: Socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('HTTP/1.1 302 Found\r\nLocation: /\r\nConnection: close\r\n\r\n')
      socket.write(body, () => end(socket))
    })
  }
}

const ends: [string, (socket: Socket) => void][] = [
  ['ends', (socket) => socket.end()],
  ['is reset', (socket) => (socket instanceof TLSSocket ? socket.destroy() : socket.resetAndDestroy())],
]

/** What a server can make undici throw in an event of its socket would end the process: this test fails of it. */
it.each(ends.flatMap(([how, end]) => [16_384, 16_400, 18_000, 20_430].map((length) => [how, length, end] as const)))(
  'a connection that %s behind %d bytes that are not read fails its call at most',
  async (_, length, end) => {
    const http = await listen(createTcpServer(redirecting(length, end)))
    const https = await listen(createTlsServer({ key, cert }, redirecting(length, end)))
    for (const origin of [`http://localhost:${http}`, `https://localhost:${https}`]) {
      const call = outgoingClient({ origin, timeoutMs: 2_000, network })
      const calls = Array.from({ length: 8 }, () => call(origin).catch((error) => error.reason))
      for (const answer of await Promise.all(calls)) expect(['network', 'redirects', 'timeout']).toContain(answer)
    }
  },
)

it.each([60_000, 200_000])(
  'an answer of %d bytes, packed, is read to its end over a connection that then ends',
  async (length) => {
    const text = JSON.stringify(randomBytes(length).toString('base64'))
    const packed = gzipSync(text)
    const server = createHttpsServer({ key, cert }, (_, response) => {
      response.writeHead(200, { 'Content-Encoding': 'gzip', Connection: 'close' }).end(packed)
    })
    const origin = `https://localhost:${await listen(server)}`
    const call = outgoingClient({ origin, timeoutMs: 5_000, network })
    const calls = Array.from({ length: 8 }, async () => (await call(origin)).text())
    for (const answer of await Promise.all(calls)) expect(answer === text).toBe(true)
  },
)

it.each(ends)('a connection that %s while nothing more is taken of it fails its call', async (_, end) => {
  const later = (socket: Socket) => void setTimeout(() => end(socket), 50)
  const port = await listen(createTcpServer(redirecting(1_000, later)))
  const failure = await new Promise((resolve) => {
    const options = { origin: `http://localhost:${port}`, path: '/', method: 'GET' } as const
    network.agent.dispatch(options, {
      onRequestStart: () => undefined,
      onResponseStart: () => undefined,
      onResponseData: (controller) => controller.pause(),
      onResponseEnd: () => resolve(null),
      onResponseError: (_controller, error) => resolve(error),
    })
  })
  expect(failure).toBeInstanceOf(Error)
})
