import { randomBytes } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { sharedRest } from '@/lib/http/rest-after-parsing'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { checkAddress } from './check-address'
import { outgoingClient } from './client'
import { openNetwork, resolveAllowed } from './network'

const servers: AnsweringServer[] = []

afterEach(async () => {
  Object.assign(globalThis, { leadlineLargeRests: undefined })
  await Promise.all(servers.splice(0).map((server) => server.stop()))
})

async function start(listener: RequestListener): Promise<AnsweringServer> {
  const server = await startAnsweringServer(listener)
  servers.push(server)
  return server
}

const chunked = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n'

const hello: RequestListener = (_, response) => response.end('hello')

const allowing = openNetwork('allow')

function open(origin: string, options: Partial<Parameters<typeof outgoingClient>[0]> = {}) {
  return outgoingClient({ origin, timeoutMs: 10_000, network: allowing, ...options })
}

/** A resolver that gives one answer after the other, and the last one again and again. */
function answersInTurn(...answers: string[]): () => Promise<LookupAddress[]> {
  return async () => [{ address: (answers.length > 1 ? answers.shift() : answers[0]) ?? '', family: 4 }]
}

it('gives the answer', async () => {
  const { origin } = await start((request, response) => {
    response.writeHead(201, { 'X-Method': request.method ?? '' })
    request.pipe(response)
  })
  const answer = await open(origin)(`${origin}/path`, { method: 'POST', body: 'ü🚀' })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('x-method')).toBe('POST')
  expect(await answer.text()).toBe('ü🚀')
})

it('ends a connection that waits for another call after a few seconds, however long its host would wait', async () => {
  const server = createServer({ keepAliveTimeout: 600_000 }, hello)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const connected = once(server, 'connection')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await (await open(origin)(origin)).text()
  const [socket] = await connected
  await once(socket, 'close')
})

it('tries few of the addresses of a name', async () => {
  const of = (family: number, address: (n: number) => string) =>
    Array.from({ length: 4_000 }, (_, n) => ({ address: address(n), family }))
  const resolve = async () => [
    ...of(4, (n) => `127.0.${n >> 8}.${n & 255}`),
    ...of(6, (n) => `fd00::${n.toString(16)}`),
  ]
  const addresses = await resolveAllowed({ privateHosts: 'allow', resolve }, 'many.example')
  expect(addresses).toHaveLength(16)
})

it('gives a compressed answer as its text', async () => {
  const { origin } = await start((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('hello'))
  })
  const answer = await open(origin)(origin)
  expect([...answer.headers]).toContainEqual(['content-length', '5'])
  expect(answer.headers.has('content-encoding')).toBe(false)
  expect(await answer.text()).toBe('hello')
})

it.each([204, 304])('gives an answer of status %d, which has no body', async (status) => {
  const { origin } = await start((_, response) => response.writeHead(status).end())
  expect((await open(origin)(origin)).status).toBe(status)
})

it('calls no other origin', async () => {
  const [host, other] = [await start(hello), await start(hello)]
  const call = open(host.origin)
  for (const url of [other.origin, host.origin.replace('127.0.0.1', 'localhost'), host.origin.replace('http', 'https')])
    await expect(call(url)).rejects.toMatchObject({ reason: 'origin' })
  expect([host.connections(), other.connections()]).toEqual([0, 0])
})

it.each([301, 302, 307, 308])('follows %d to where the same origin says', async (status) => {
  const { origin, requests } = await start((request, response) => {
    if (request.url === '/new') response.end('moved')
    else response.writeHead(status, { Location: '/new' }).end()
  })
  expect(await (await open(origin)(`${origin}/old`)).text()).toBe('moved')
  expect(requests).toEqual(['/old', '/new'])
})

it.each(['another origin', 'another port by a path', 'another scheme'])('follows no redirect to %s', async (how) => {
  const other = await start(hello)
  const host = await start((request, response) => {
    const to = {
      'another origin': other.origin,
      'another port by a path': `//127.0.0.1:${other.port}/`,
      'another scheme': `https://${request.headers.host}/`,
    }
    response.writeHead(302, { Location: to[how as keyof typeof to] }).end()
  })
  await expect(open(host.origin)(host.origin)).rejects.toMatchObject({
    reason: 'origin',
    message: expect.stringContaining('another address'),
  })
  expect(other.connections()).toBe(0)
  expect(host.requests).toHaveLength(1)
})

it('follows no redirects without end', async () => {
  const { origin, requests } = await start((_, response) => response.writeHead(302, { Location: '/again' }).end())
  await expect(open(origin)(origin)).rejects.toMatchObject({ reason: 'redirects' })
  expect(requests).toHaveLength(4)
})

// Linux takes 0.0.0.0 for this machine: without a guard the server would be reached.
it.each([
  ['allow', '0.0.0.0'],
  ['refuse', '127.0.0.1'],
] as const)('with private hosts: %s, does not connect to %s', async (privateHosts, address) => {
  const { port, connections } = await start(hello)
  const byNumber = openNetwork(privateHosts)
  const byName = openNetwork(privateHosts, answersInTurn(address))
  const refused = { reason: 'address', message: expect.stringContaining('leads to no') }
  for (const [network, name] of [
    [byNumber, address],
    [byNumber, `[::ffff:${address}]`],
    [byName, 'git.example.com'],
  ] as const) {
    const origin = `http://${name}:${port}`
    await expect(open(origin, { network })(origin)).rejects.toMatchObject(refused)
  }
  expect(connections()).toBe(0)
})

it('does not connect to a name that leads to a private address only when the socket connects', async () => {
  const { port, connections } = await start(hello)
  const network = openNetwork('refuse', answersInTurn('140.82.121.3', '127.0.0.1'))
  const origin = `http://git.example.com:${port}`
  await checkAddress(origin, network)
  await expect(open(origin, { network })(origin)).rejects.toMatchObject({ reason: 'address' })
  expect(connections()).toBe(0)
})

it('does not follow a redirect of its own origin whose name leads elsewhere by then', async () => {
  const { port, requests } = await start((_, response) => {
    response.writeHead(302, { Location: '/latest/meta-data/', Connection: 'close' }).end()
  })
  const network = openNetwork('allow', answersInTurn('127.0.0.1', '0.0.0.0'))
  const origin = `http://git.example.com:${port}`
  await expect(open(origin, { network })(`${origin}/api`)).rejects.toMatchObject({ reason: 'address' })
  expect(requests).toEqual(['/api'])
})

it('says the same of a name that leads nowhere as of one that leads to a private address', async () => {
  const origin = 'http://git.example.com'
  const texts = [answersInTurn('10.0.0.1'), () => Promise.reject(new Error('ENOTFOUND')), async () => []].map(
    (resolve) =>
      open(origin, { network: openNetwork('refuse', resolve) })(origin).catch((error: Error) => error.message),
  )
  expect(new Set(await Promise.all(texts)).size).toBe(1)
})

it('says the same of a closed port as of an answer that never comes', async () => {
  const silent = await start(() => {})
  const textOf = (origin: string) =>
    open(origin, { timeoutMs: 200 })(origin).catch((error: Error) => error.message.replace(/:\d+/, ''))
  const stopped = await startAnsweringServer(hello)
  await stopped.stop()
  const closed = await textOf(stopped.origin)
  expect(closed).toBe('127.0.0.1 cannot be reached, or did not answer within 0.2 seconds.')
  expect(await textOf(silent.origin)).toBe(closed)
})

it.each<[string, RequestListener]>([
  ['an answer that never comes', () => {}],
  ['headers without a body', (_, response) => void response.writeHead(200).flushHeaders()],
  [
    'a body that comes a byte at a time',
    (_, response) => {
      const timer = setInterval(() => response.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
  ],
  [
    'an extension of a chunk that comes a byte at a time',
    ({ socket }, response) => {
      socket.write(`${chunked}1;`)
      const timer = setInterval(() => socket.write('x'), 20)
      response.on('close', () => clearInterval(timer))
    },
  ],
  [
    'redirects that each take their time',
    (_, response) => {
      const timer = setTimeout(() => response.writeHead(302, { Location: '/' }).end(), 150)
      response.on('close', () => clearTimeout(timer))
    },
  ],
])('gives up %s', async (_name, listener) => {
  const { origin } = await start(listener)
  await expect(open(origin, { timeoutMs: 300 })(origin)).rejects.toMatchObject({ reason: 'timeout' })
})

it('ends when it is told to', async () => {
  const { origin } = await start(() => {})
  const stop = new AbortController()
  const call = open(origin)(origin, { signal: stop.signal })
  stop.abort(new Error('stopped'))
  await expect(call).rejects.toThrow('stopped')
})

const mebibyte = Buffer.alloc(1024 * 1024)

/** Sends a piece again and again, until the reader is gone; counts the bytes. */
function endless(status: number, headers: Record<string, string>, first: Buffer, piece: Buffer) {
  const sent = { bytes: 0 }
  const listener: RequestListener = (_, response) => {
    response.writeHead(status, headers).write(first)
    const send = (failed?: Error | null) => {
      if (failed || response.destroyed) return
      sent.bytes += piece.length
      response.write(piece, send)
    }
    send()
  }
  return { sent, listener }
}

it('gives up a body without end', async () => {
  const { sent, listener } = endless(200, {}, Buffer.alloc(0), mebibyte)
  const { origin } = await start(listener)
  await expect(open(origin, { maxBytes: 2 * mebibyte.length })(origin)).rejects.toMatchObject({
    reason: 'size',
    message: expect.stringContaining('more than 2 MiB'),
  })
  expect(sent.bytes).toBeLessThan(30 * mebibyte.length)
})

it('gives up a small answer that unpacks to a large one', async () => {
  const bomb = gzipSync(Buffer.alloc(400 * mebibyte.length))
  expect(bomb.length).toBeLessThan(mebibyte.length / 2)
  const { origin } = await start((_, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb))
  await expect(open(origin, { maxBytes: mebibyte.length })(origin)).rejects.toMatchObject({ reason: 'size' })
})

it.each([
  ['as they are', 'identity', Buffer.alloc(2_000, 'x')],
  ['packed', 'gzip', gzipSync(randomBytes(2_000))],
])('gives up an answer in pieces of one byte, %s', async (_name, encoding, body) => {
  const head = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Encoding: ${encoding}\r\n\r\n`
  const pieces = [...body].flatMap((byte) => [Buffer.from('1\r\n'), Buffer.of(byte), Buffer.from('\r\n')])
  const { origin } = await start(({ socket }) =>
    socket.end(Buffer.concat([Buffer.from(head), ...pieces, Buffer.from('0\r\n\r\n')])),
  )
  await expect(open(origin)(origin)).rejects.toMatchObject({
    reason: 'size',
    message: expect.stringContaining('pieces that are too small'),
  })
})

it('gives up an answer whose headers are too long', async () => {
  let length = 17_000
  const { origin } = await start((_, response) => response.writeHead(200, { Link: '<'.repeat(length) }).end('hello'))
  await expect(open(origin)(origin)).rejects.toMatchObject({
    reason: 'size',
    message: expect.stringContaining('headers of more than 16 KiB'),
  })
  length = 15_000
  expect(await (await open(origin)(origin)).text()).toBe('hello')
})

it.each(['gzip, gzip', 'gzip, identity, gzip', 'br,deflate'])(
  'gives up an answer that is packed as %s',
  async (encoding) => {
    const { origin } = await start((_, response) => {
      response.writeHead(200, { 'Content-Encoding': encoding }).end(gzipSync(gzipSync('hello')))
    })
    await expect(open(origin)(origin)).rejects.toMatchObject({
      reason: 'size',
      message: expect.stringContaining('packed more than once'),
    })
  },
)

it.each([
  ['gzip', gzipSync('hello')],
  ['X-Gzip', gzipSync('hello')],
  ['deflate', deflateSync('hello')],
  ['br', brotliCompressSync('hello')],
])('unpacks an answer that is packed as %s', async (encoding, body) => {
  const { origin } = await start((_, response) => response.writeHead(200, { 'Content-Encoding': encoding }).end(body))
  expect(await (await open(origin)(origin)).text()).toBe('hello')
})

it.each([
  ['an extension of a chunk', `${chunked}1;`, 'x'],
  ['zeros before the length of a chunk', chunked, '0'],
  ['hints before the answer', '', 'HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n'],
  ['fields after the last chunk', `${chunked}0\r\n`, 'x: y\r\n'],
])('gives up %s without end', async (_name, head, piece) => {
  const pieces = Buffer.from(piece.repeat(mebibyte.length / piece.length))
  const sent = { bytes: 0 }
  const { origin } = await start(({ socket }) => {
    socket.write(head)
    const send = (failed?: Error | null) => {
      if (failed || socket.destroyed) return
      sent.bytes += pieces.length
      socket.write(pieces, send)
    }
    send()
  })
  await expect(open(origin, { timeoutMs: 30_000 })(origin)).rejects.toMatchObject({ reason: 'size' })
  expect(sent.bytes).toBeLessThan(64 * mebibyte.length)
})

it('reads more over one connection than one answer may have', async () => {
  const { origin, requests, connections } = await start((_, response) => response.end('x'.repeat(1_000_000)))
  const call = open(origin)
  for (let number = 0; number < 50; number += 1) await (await call(origin)).text()
  expect(requests).toHaveLength(50)
  expect(connections()).toBe(1)
})

it.each([102, 103])('gives the answer after one of status %d', async (status) => {
  const { origin } = await start(({ socket }) => {
    socket.write(`HTTP/1.1 ${status} Hint\r\nLink: </style.css>; rel=preload\r\n\r\n`.repeat(2))
    socket.end('HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello')
  })
  expect(await (await open(origin)(origin)).text()).toBe('hello')
})

it.each([400, 404, 500, 503])('reads 64 KiB of an answer of status %d', async (status) => {
  const { sent, listener } = endless(status, {}, Buffer.from('not here'), mebibyte)
  const { origin } = await start(listener)
  const answer = await open(origin)(origin)
  expect(answer.status).toBe(status)
  expect(await answer.text()).toMatch(/^not here/)
  expect(answer.headers.get('content-length')).toBe(String(64 * 1024))
  expect(sent.bytes).toBeLessThan(30 * mebibyte.length)
})

it('gives up a packed body without end of which nothing comes out', async () => {
  const header = gzipSync('').subarray(0, 10)
  const emptyBlocks = Buffer.concat(Array.from({ length: 20_000 }, () => Buffer.from([0, 0, 0, 0xff, 0xff])))
  const { sent, listener } = endless(200, { 'Content-Encoding': 'gzip' }, header, emptyBlocks)
  const { origin } = await start(listener)
  await expect(open(origin, { timeoutMs: 15_000 })(origin)).rejects.toMatchObject({ reason: 'size' })
  expect(sent.bytes).toBeLessThan(100 * mebibyte.length)
})

it.each(['[1,1', '[[', '{"a":1,'])('gives up an answer of too many values: %s', async (piece) => {
  const { origin } = await start((_, response) => response.end(piece.repeat(400_000)))
  await expect(open(origin)(origin)).rejects.toMatchObject({ reason: 'size' })
})

it('reads an answer of few values whose texts have many commas, such as a page of long descriptions', async () => {
  const { origin } = await start((_, response) => response.end(JSON.stringify([', '.repeat(400_000)])))
  expect((await open(origin)(origin)).status).toBe(200)
})

it('rests after an answer of many values, while other clients go on', async () => {
  const { origin, requests } = await start((_, response) => response.end(`[${'1,'.repeat(90_000)}1]`))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const call = open(origin)
    await call(`${origin}/first`)
    const second = call(`${origin}/second`)
    await open(origin)(`${origin}/other`)
    await vi.advanceTimersByTimeAsync(890)
    await open(origin)(`${origin}/another`)
    expect(requests).toEqual(['/first', '/other', '/another'])
    await vi.advanceTimersByTimeAsync(40)
    await second
    expect(requests.at(-1)).toBe('/second')
  } finally {
    vi.useRealTimers()
  }
})

it('rests after an answer that was given up', async () => {
  const { origin, requests } = await start((_, response) => response.end('x'.repeat(2_000_000)))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const call = open(origin, { maxBytes: 1_000_000 })
    await expect(call(`${origin}/first`)).rejects.toMatchObject({ reason: 'size' })
    const second = call(`${origin}/second`).catch(() => undefined)
    await vi.advanceTimersByTimeAsync(49)
    await open(origin)(`${origin}/other`)
    expect(requests).toEqual(['/first', '/other'])
    await vi.advanceTimersByTimeAsync(20)
    await second
    expect(requests).toEqual(['/first', '/other', '/second'])
  } finally {
    vi.useRealTimers()
  }
})

it('rests after what another client with the same rest has read', async () => {
  const { origin, requests } = await start((_, response) => response.end(`[${'1,'.repeat(90_000)}1]`))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    await open(origin, { rest: sharedRest('organization 1') })(`${origin}/first`)
    const second = open(origin, { rest: sharedRest('organization 1') })(`${origin}/second`)
    await open(origin, { rest: sharedRest('organization 2') })(`${origin}/other`)
    expect(requests).toEqual(['/first', '/other'])
    await vi.advanceTimersByTimeAsync(930)
    await second
    expect(requests.at(-1)).toBe('/second')
  } finally {
    vi.useRealTimers()
  }
})

it('rests after an answer of a long text, such as one that was packed', async () => {
  const { origin, requests } = await start((_, response) => response.end('x'.repeat(2_000_000)))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const call = open(origin)
    await call(`${origin}/first`)
    const second = call(`${origin}/second`)
    await vi.advanceTimersByTimeAsync(420)
    await open(origin)(`${origin}/other`)
    expect(requests).toEqual(['/first', '/other'])
    await vi.advanceTimersByTimeAsync(40)
    await second
  } finally {
    vi.useRealTimers()
  }
})

it('rests after large answers of all clients of one owner, the longer the more owners there are', async () => {
  const { origin, requests } = await start((request, response) =>
    response.end(request.url?.startsWith('/small') ? '' : 'x'.repeat(2_000_000)),
  )
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const call = (owner: string, path: string) => open(origin, { owner })(`${origin}/${path}`)
    await call('one', 'first')
    await call('two', 'second')
    const [one, two] = [call('one', 'small-of-one'), call('two', 'small-of-two')]
    await call('three', 'small')
    await vi.advanceTimersByTimeAsync(300)
    await call('three', 'small')
    expect(requests).toEqual(['/first', '/second', '/small', '/small'])
    // Half a second of one owner alone.
    await vi.advanceTimersByTimeAsync(300)
    await one
    await call('three', 'small')
    expect(requests.slice(4)).toEqual(['/small-of-one', '/small'])
    await vi.advanceTimersByTimeAsync(400)
    await two
  } finally {
    vi.useRealTimers()
  }
})

it('parses what came in slices: each header that is too many is an error, to the end of what is parsed at once', async () => {
  const { origin } = await start((_, response) => response.end('x'.repeat(1_000_000)))
  const read = vi.spyOn(Readable.prototype, 'read')
  try {
    await open(origin)(origin)
    const { contexts, results } = read.mock
    const slices = results.flatMap(({ value }, index) =>
      contexts[index] instanceof Socket && value instanceof Buffer ? value.length : [],
    )
    expect(Math.max(...slices)).toBe(4_096)
  } finally {
    read.mockRestore()
  }
})

it('rests after an answer of long headers', async () => {
  const headers = { Link: '<'.repeat(5_000) }
  const { origin, requests } = await start((_, response) => response.writeHead(200, headers).end('[]'))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const call = open(origin)
    await call(`${origin}/first`)
    const second = call(`${origin}/second`)
    await vi.advanceTimersByTimeAsync(49)
    await open(origin)(`${origin}/other`)
    expect(requests).toEqual(['/first', '/other'])
    await vi.advanceTimersByTimeAsync(10)
    await second
  } finally {
    vi.useRealTimers()
  }
})
