import { once } from 'node:events'
import { createServer as createHttpsServer, get } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { createServer as createTlsServer, connect as tlsConnect } from 'node:tls'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { sendMail } from '@/lib/notifications/sending/mail'
import { cert, key } from '@/lib/testing/certificate'
import { type Surplus, serveSurplus } from '@/lib/testing/flooding-tls-server'
import { useSettings } from '@/lib/testing/settings'
import { outgoingClient } from './client'
import { guardedAgent } from './guarded-agent'
import { openNetwork } from './network'
import { tlsOptions } from './tls-options'

const network = openNetwork('allow')

/** Those with DHE that Node knows. https://www.iana.org/assignments/tls-parameters */
const slow = new Set([0x33, 0x39, 0x67, 0x6b, 0x9e, 0x9f, 0xccaa, 0xc09e, 0xc09f, 0xc0a2, 0xc0a3])

/** Listens for one client, and gives the ciphers that its first message offers. */
async function offeredBy(call: (port: number) => Promise<unknown>): Promise<number[]> {
  const offered: number[] = []
  const server = createServer((socket) => {
    socket.once('data', (hello: Buffer) => {
      // Record and handshake headers, version and random; then a session id, and the list.
      const list = 44 + hello.readUInt8(43)
      const length = hello.readUInt16BE(list)
      for (let at = list + 2; at < list + 2 + length; at += 2) offered.push(hello.readUInt16BE(at))
      socket.destroy()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  await call((server.address() as AddressInfo).port).catch(() => undefined)
  server.close()
  return offered
}

afterEach(() => vi.unstubAllEnvs())

it.each<[string, (port: number) => Promise<unknown>]>([
  [
    'the client of hosts',
    (port) => {
      const origin = `https://127.0.0.1:${port}`
      return outgoingClient({ origin, timeoutMs: 10_000, network })(origin)
    },
  ],
  [
    'the agent of sign-in providers',
    (port) => {
      const origin = `https://127.0.0.1:${port}`
      return once(get(origin, { agent: guardedAgent({ origin, network }) }), 'response')
    },
  ],
  [
    'e-mail',
    (port) => {
      useSettings({ SMTP_URL: `smtps://127.0.0.1:${port}`, MAIL_FROM: 'leadline@example.com' })
      const message = { title: 'Test', summary: null, facts: [], list: null, link: { text: 'Open', url: 'http://a/' } }
      const mail = { id: 'abc', to: ['ada@example.com'], message, footer: 'Test' }
      return sendMail(mail, new AbortController().signal)
    },
  ],
])('%s offers no key exchange whose cost the server chooses', async (_, call) => {
  const offered = await offeredBy(call)
  expect(offered.length).toBeGreaterThan(3)
  expect(offered.filter((cipher) => slow.has(cipher))).toEqual([])
})

/** Answers `length` bytes over TLS, with its certificate so many times in its chain. */
async function serveChain(times: number, length: number): Promise<string> {
  let connections = 0
  const chain = Array.from({ length: times }, () => cert).join('\n')
  const server = createHttpsServer({ key, cert: chain }, (_, response) =>
    response.end('x'.repeat(length) + connections),
  )
  server.on('connection', () => (connections += 1))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `https://localhost:${(server.address() as AddressInfo).port}`
}

it('what is large is received over TLS, again and again over one connection', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const origin = await serveChain(20, 3_000_000)
  const call = outgoingClient({ origin, timeoutMs: 30_000, network })
  for (let times = 0; times < 3; times += 1) {
    const text = await (await call(origin)).text()
    expect([text.length, text.at(-1)]).toEqual([3_000_001, '1'])
  }
})

it('a server that sends more certificates than fit into 16 KiB is left, and they are not checked', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const origin = await serveChain(60, 10)
  const call = outgoingClient({ origin, timeoutMs: 30_000, network })
  await expect(call(origin)).rejects.toMatchObject({ reason: 'network' })
})

it.each<[Surplus, number]>([
  ['tickets', 4_200],
  ['new keys', 4_000],
])(
  'a server that sends thousands of %s instead of an answer is left, however long an answer may take',
  async (surplus, count) => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    const origin = await serveSurplus(surplus, count)
    const call = outgoingClient({ origin, timeoutMs: 30_000, network })
    await expect(call(origin)).rejects.toMatchObject({ reason: 'network' })
  },
)

it.each<[Surplus, number, number]>([
  ['tickets', 20, 0],
  ['tickets', 4_200, 16_000],
  ['new keys', 4_000, 1],
  ['new keys', 8_000, 40],
])('so is one that sends %s between the pieces of its answer: %i, %i bytes', async (surplus, count, pieceBytes) => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const origin = await serveSurplus(surplus, count, pieceBytes)
  const call = outgoingClient({ origin, timeoutMs: 30_000, network })
  await expect(call(origin)).rejects.toMatchObject({ reason: 'network' })
})

it('a few tickets before an answer are none too many', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  const origin = await serveSurplus('tickets', 10)
  const call = outgoingClient({ origin, timeoutMs: 500, network })
  await expect(call(origin)).rejects.toMatchObject({ reason: 'timeout' })
})

it('a server cannot begin handshakes again', async () => {
  let handshakes = 0
  const server = createTlsServer({ key, cert, maxVersion: 'TLSv1.2' }, (socket) => {
    socket.on('error', () => undefined)
    socket.on('secure', () => (handshakes += 1))
    const again = () => socket.renegotiate({ rejectUnauthorized: false }, () => undefined)
    again()
    socket.on('data', () => socket.end('bye'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const client = tlsConnect({ port, host: '127.0.0.1', rejectUnauthorized: false, ...tlsOptions })
  client.on('error', () => undefined)
  await once(client, 'secureConnect')
  client.write('hello')
  client.resume()
  await new Promise((closed) => client.once('close', closed))
  server.close()
  expect(handshakes).toBe(0)
})
