import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createReadStream, type ReadStream, readdirSync } from 'node:fs'
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay, setImmediate as nextRound } from 'node:timers/promises'
import { promisify } from 'node:util'
import { encode } from 'next-auth/jwt'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { sessionOptions } from '@/lib/accounts/auth/session-options'
import { knownCrowd, rememberCaller } from '@/lib/accounts/known-callers'
import { noteMember } from '@/lib/accounts/members/crowd-of-person'
import { noteActionBegun, refuseWith, watchRequests } from '@/lib/http/request-context'
import { enterNext } from './enter-next'
import { guardBodies, leaveUnguarded } from './front-door'

watchRequests()
guardBodies({ enter: enterNext, deadlineMs: 2_000, silentMs: 3_000 })

vi.stubEnv('NODE_ENV', 'production')
vi.stubEnv('NEXTAUTH_SECRET', 'of these tests only')

const arrived: string[] = []
const files: ReadStream[] = []
const held: ServerResponse[] = []
const server = createServer(async (request: IncomingMessage, response: ServerResponse) => {
  arrived.push(`${request.method} ${request.url}`)
  if (request.url === '/api/webhooks/gitlab') return response.writeHead(401).end()
  if (request.url === '/robots.txt') return response.end(`${request.headers.range}`)
  if (request.url === '/file') return sendFile(response)
  if (request.url?.startsWith('/held')) return held.push(response)
  if (request.url === '/large') return response.end(Buffer.alloc(64 * 1024 * 1024))
  if (request.url === '/listening') return request.resume().once('end', () => response.end('heard the end'))
  if (request.url === '/healthz') return response.end()
  if (request.url === '/api/openapi.json') return response.end(`${await crowdIn(20)}`)
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.url === '/busy') refuseWith(503)
  if (request.url === '/broken-later') noteActionBegun()
  if (request.url?.startsWith('/broken')) response.statusCode = 500
  response.end(`${body.length} ${request.headers['x-mine']} ${request.complete}`)
})

/** How many requests of the crowd begin in so many rounds of the event loop. */
async function crowdIn(rounds: number): Promise<number> {
  const before = arrived.length
  for (let round = 0; round < rounds; round += 1) await nextRound()
  return arrived.length - before
}

/** As Next does, of a file that no connection takes in at once. */
function sendFile(response: ServerResponse) {
  const file = createReadStream(process.execPath)
  files.push(file)
  response.once('close', () => file.destroy())
  file.pipe(response)
}

server.prependListener('request', ({ url }: IncomingMessage) => {
  if (url === '/throws') throw new Error('thrown')
})

const port = () => (server.address() as AddressInfo).port
const origin = () => `http://127.0.0.1:${port()}`
const count = promisify(server.getConnections.bind(server))
const post = async (path: string, bytes: number, chunked: boolean) => {
  const text = 'x'.repeat(bytes)
  const body = chunked ? new Blob([text]).stream() : text
  const headers = { 'X-Mine': 'kept', Origin: origin() }
  const response = await fetch(`http://127.0.0.1:${port()}${path}`, {
    method: 'POST',
    headers,
    body,
    duplex: 'half',
  } as RequestInit)
  return [response.status, await response.text()]
}

/** Sends a head and some of a body, and never the rest: what comes back until the connection ends. */
const trickle = async (path: string) => {
  const socket = connect(port(), '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n`)
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  const closed = once(socket, 'close')
  while (!socket.closed && !socket.errored) {
    socket.write('x')
    await Promise.race([delay(20), closed.catch(() => undefined)])
  }
  return said
}

// As Next does: for good.
server.on('upgrade', () => undefined)

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())

test.each([false, true])('a body of a form arrives whole, chunked: %j', async (chunked) => {
  expect(await post('/acme/settings', 512 * 1024, chunked)).toEqual([200, `${512 * 1024} kept true`])
  expect(await post('/busy', 10, chunked)).toEqual([503, '10 kept true'])
})

test.each([0, 10])('what throws is 500 and ends no process, after a body of %j bytes', async (bytes) => {
  expect(await post('/throws', bytes, false)).toEqual([500, '{"error":"Something went wrong"}'])
})

test('a body of no bytes has its end', async () => {
  const head = `POST /listening HTTP/1.1\r\nHost: ${origin().slice(7)}\r\nOrigin: ${origin()}\r\nConnection: close\r\n`
  expect(await exchange(`${head}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`)).toContain('heard the end')
})

test.each([
  ['/acme/settings', 512 * 1024 + 1, 'Payload exceeds 512 KiB'],
  ['/api/auth/callback/credentials', 64 * 1024 + 1, 'Payload exceeds 64 KiB'],
  ['/nowhere', 5_000_000, 'Payload exceeds 512 KiB'],
])('%s is refused %i bytes before anything receives it', async (path, bytes, error) => {
  arrived.length = 0
  for (const chunked of [false, true])
    expect(await post(path, bytes, chunked)).toEqual([413, JSON.stringify({ error })])
  expect(arrived).toEqual([])
})

test.each([
  ['/mcp', 60 * 1024],
  ['/acme/settings', 60 * 1024],
  ['/acme/settings', 512 * 1024],
])(
  '%s with %i bytes is read when others had time since the last large form of its sender, a small one at once',
  async (path, bytes) => {
    const order: string[] = []
    const send = (name: string, size: number) =>
      post(path, size, false).then(([status]) => void order.push(`${name} ${status}`))
    await send('large', bytes)
    await Promise.all([send('large', bytes), send('small', 4_096)])
    expect(order).toEqual(['large 200', 'small 200', 'large 200'])
  },
)

test('many strangers with large forms rest as many times as long, and no one who is known for them', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => timers.mockRestore())
  rememberCaller('sender', 'organization 9')
  const addresses = Array.from({ length: 10 }, (_, index) => `127.0.0.${index + 11}`)
  // One alone rests so long after it, and nothing else waits a multiple of that.
  const stranger = { bytes: 18_500, restMs: 37 }
  const known = { bytes: 20_500, restMs: 41 }
  const send = async (name: string, { bytes }: typeof known, localAddress: string) => {
    const headers = { Origin: origin(), Authorization: `Bearer ${name}`, 'Content-Length': bytes }
    const sent = httpRequest({ port: port(), path: '/acme/settings', method: 'POST', headers, localAddress })
    sent.end('x'.repeat(bytes))
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
  }
  await Promise.all([...addresses.map((address) => send('x', stranger, address)), send('sender', known, '127.0.0.9')])
  const restsOf = ({ restMs }: typeof known) =>
    timers.mock.calls.flatMap(([, ms = 0]) => (ms > 0 && ms % restMs === 0 ? [ms / restMs] : []))
  await vi.waitFor(() => expect(restsOf(stranger)).toHaveLength(addresses.length))
  expect(Math.max(...restsOf(stranger))).toBeGreaterThan(5)
  await vi.waitFor(() => expect(restsOf(known)).toEqual([1]))
})

test('many large forms at once are refused, and small ones are not', async () => {
  const sockets = Array.from({ length: 60 }, () => {
    const socket = connect(port(), '127.0.0.1')
    socket.write(`POST /acme/settings HTTP/1.1\r\nHost: x\r\nContent-Length: ${512 * 1024}\r\n\r\n`)
    socket.write('x'.repeat(511 * 1024))
    return socket
  })
  const heads = await Promise.all(sockets.map(async (socket) => String(await once(socket, 'data')).slice(0, 12)))
  expect(new Set(heads)).toEqual(new Set(['HTTP/1.1 503', 'HTTP/1.1 408']))
  for (const socket of sockets) socket.destroy()
  expect((await post('/acme/settings', 4_096, true))[0]).toBe(200)
})

test('few requests begin in one round of the event loop, however many arrive', async () => {
  const crowd = Array.from({ length: 100 }, () => connect(port(), '127.0.0.1'))
  const ask = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  let answers = 0
  onTestFinished(() => {
    for (const socket of crowd) socket.destroy()
  })
  for (const socket of crowd) {
    socket.on('data', () => {
      answers += 1
      socket.write(ask)
    })
    socket.write(ask)
  }
  await vi.waitFor(() => expect(answers).toBeGreaterThan(500), { timeout: 30_000 })
  const begun = Number(await (await fetch(`${origin()}/api/openapi.json`)).text())
  expect(begun).toBeGreaterThan(20)
  expect(begun).toBeLessThanOrEqual(21 * 8)
})

test('one whose key was accepted before does not wait behind strangers', async () => {
  rememberCaller('known', 'organization 1')
  const sockets = Array.from({ length: 101 }, () => connect(port(), '127.0.0.1'))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  await vi.waitFor(async () => expect(await count()).toBeGreaterThanOrEqual(101))
  arrived.length = 0
  const answers = sockets.map((socket) => once(socket, 'data'))
  for (const [index, socket] of sockets.entries())
    socket.write(
      `GET /${index < 100 ? 'healthz' : 'known'} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${index < 100 ? index : 'known'}\r\n\r\n`,
    )
  await Promise.all(answers)
  expect(arrived.length).toBe(101)
  expect(arrived.indexOf('GET /known')).toBeLessThan(60)
})

test('routes of webhooks read for themselves', async () => {
  expect(await post('/api/webhooks/github?connection=x', 1_000_000, true)).toEqual([200, '1000000 kept true'])
})

test('a body that never ends is given up, and so is its connection', async () => {
  arrived.length = 0
  expect(await trickle('/acme/settings')).toMatch(/^HTTP\/1\.1 408 [\s\S]+The body did not arrive within 2 seconds/)
  expect(arrived).toEqual([])
})

test('one that was refused and never ends does not keep its connection', async () => {
  expect(await trickle('/api/webhooks/gitlab')).toContain('HTTP/1.1 401 ')
})

test('an answer that is never read does not keep its connection', async () => {
  const socket = connect(port(), '127.0.0.1').pause()
  const arriving = once(server, 'request')
  socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
  const [request, response] = await arriving
  await once(response, 'close')
  expect(request.socket.destroyed).toBe(true)
  socket.destroy()
})

test('requests without a body go on as they are', async () => {
  const response = await fetch(`http://127.0.0.1:${port()}/page`)
  expect(await response.text()).toBe('0 undefined true')
})

/** Sends text as it is and waits for the connection to end: what came back until then. */
const exchange = async (text: string) => {
  const socket = connect(port(), '127.0.0.1')
  let said = ''
  socket.on('data', (data) => {
    said += data
  })
  socket.on('error', () => undefined)
  socket.write(text)
  await new Promise((resolve) => socket.once('close', resolve))
  return said
}

test('a body in pieces of one byte ends its connection', async () => {
  arrived.length = 0
  const head = 'POST /acme/settings HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n'
  expect(await exchange(head + '1\r\nx\r\n'.repeat(60_000))).toBe('')
  expect(arrived).toEqual([])
})

const manyParameters = `/sign-in?${'a&'.repeat(101)}`

test.each([
  ['by a route', '/api/webhooks/gitlab'],
  ['for its address', manyParameters],
])('a body that comes byte by byte ends its connection where it was answered %s', async (_how, address) => {
  const socket = connect(port(), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`POST ${address} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`)
  await once(socket, 'data')
  let sent = 0
  while (!socket.destroyed && sent < 100_000) {
    socket.write('1\r\nx\r\n')
    sent += 1
    if (sent % 100 === 0) await delay(1)
  }
  expect(sent).toBeLessThan(100_000)
})

test('a connection that does not wait for answers ends, and few of its requests are handled', async () => {
  arrived.length = 0
  await exchange('GET /page HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_000))
  expect(arrived.length).toBeLessThanOrEqual(4)
})

test('files of requests that did not wait for answers are closed with their connection', async () => {
  const socket = connect(port(), '127.0.0.1').pause()
  socket.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(4))
  await expect.poll(() => files.length).toBeGreaterThan(0)
  socket.resetAndDestroy()
  await expect.poll(() => files.every(({ closed }) => closed)).toBe(true)
})

test('requests that do not wait for answers are answered one after the other, each for itself', async () => {
  const head = (line: string, more = '') => `${line} HTTP/1.1\r\nHost: ${origin().slice(7)}\r\n${more}\r\n`
  const body = (bytes: number) => `Origin: ${origin()}\r\nContent-Length: ${bytes}\r\n`
  const webhook = head('POST /api/webhooks/github', body(100_000)) + 'x'.repeat(100_000)
  const form = head('POST /busy', body(10)) + 'x'.repeat(10)
  const said = await exchange(head('GET /page') + webhook + form + head('GET /api', 'Connection: close\r\n'))
  expect(said.match(/HTTP\/1\.1 \d+|\d+ undefined true|There is nothing/g)).toEqual([
    ...['HTTP/1.1 200', '0 undefined true'],
    ...['HTTP/1.1 200', '100000 undefined true'],
    ...['HTTP/1.1 503', '10 undefined true'],
    ...['HTTP/1.1 404', 'There is nothing'],
  ])
})

test.each([
  ['without a host', 'GET / HTTP/1.1\r\n\r\n', 3_640],
  ['with an expectation', 'GET / HTTP/1.1\r\nHost: x\r\nExpect: x\r\n\r\n', 1_500],
])('of thousands of requests %s in a packet few are read', async (_how, request, count) => {
  let read = 0
  const note = () => {
    read += 1
  }
  subscribe('http.server.request.start', note)
  await exchange(request.repeat(count))
  unsubscribe('http.server.request.start', note)
  expect(read).toBeLessThan(60)
})

/** In how many pieces the body of the next request comes. */
function countPieces() {
  const read = { pieces: 0 }
  const count = (message: unknown) => {
    const { request } = message as { request: IncomingMessage }
    unsubscribe('http.server.request.start', count)
    const push = request.push.bind(request)
    request.push = (...piece) => {
      read.pieces += 1
      return push(...piece)
    }
  }
  subscribe('http.server.request.start', count)
  return read
}

test.each([
  ['', ''],
  [', with an expectation that Node does not know', 'Expect: x\r\n'],
])('of thousands of chunks in a packet few are read%s', async (_, field) => {
  const read = countPieces()
  const head = `POST /acme/settings HTTP/1.1\r\nHost: x\r\n${field}Transfer-Encoding: chunked\r\n\r\n`
  await exchange(head + '1\r\nx\r\n'.repeat(10_000))
  expect(read.pieces).toBeGreaterThan(0)
  expect(read.pieces).toBeLessThan(600)
})

test('a body of announced length comes in large pieces, and of thousands of requests behind it few are read', async () => {
  const read = countPieces()
  let requests = 0
  const note = () => {
    requests += 1
  }
  subscribe('http.server.request.start', note)
  const head = `POST /api/webhooks/github HTTP/1.1\r\nHost: x\r\nContent-Length: ${256 * 1024}\r\n\r\n`
  await exchange(head + 'x'.repeat(256 * 1024) + 'GET / HTTP/1.1\r\n\r\n'.repeat(3_640))
  unsubscribe('http.server.request.start', note)
  expect(read.pieces).toBeGreaterThan(0)
  expect(read.pieces).toBeLessThan(100)
  expect(requests).toBeLessThan(60)
})

test('what is left of a body that its answer did not wait for is no way to have thousands of requests read', async () => {
  let requests = 0
  const note = () => {
    requests += 1
  }
  subscribe('http.server.request.start', note)
  const socket = connect(port(), '127.0.0.1')
  socket.write(`POST /api/webhooks/gitlab HTTP/1.1\r\nHost: x\r\nContent-Length: ${80 * 1024}\r\n\r\nx`)
  await once(socket, 'data')
  socket.end('x'.repeat(80 * 1024 - 1) + 'GET / HTTP/1.1\r\n\r\n'.repeat(3_640))
  socket.resume()
  await once(socket, 'close')
  unsubscribe('http.server.request.start', note)
  expect(requests).toBeLessThan(60)
})

test('a request of 100 header fields and more is refused, and ends its connection', async () => {
  const fields = (count: number) => Array.from({ length: count }, (_, index) => `X-${index}: y\r\n`).join('')
  const body = 'Transfer-Encoding: chunked\r\n\r\n5\r\n'
  arrived.length = 0
  expect(await exchange(`POST /page HTTP/1.1\r\nHost: x\r\n${fields(99)}${body}`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(await exchange(`GET /page HTTP/1.1\r\nHost: x\r\n${fields(1_500)}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
  expect(arrived).toEqual([])
  expect(await exchange(`GET /page HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${fields(97)}\r\n`)).toMatch(/ 200 /)
})

test('a large body arrives whole', async () => {
  const path = '/api/webhooks/github'
  expect(await post(path, 8_000_000, false)).toEqual([200, '8000000 kept true'])
})

test('an upgrade is a request like any other', async () => {
  const upgrade = 'GET /page HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n'
  expect(await exchange(upgrade)).toMatch(/^HTTP\/1\.1 200 /)
})

/** Sends a form to a page, unless told otherwise: status and text of the answer. */
const submit = async (path: string, { method = 'POST', ...init }: { method?: string } & RequestInit = {}) => {
  const response = await fetch(origin() + path, { method, ...init })
  return [response.status, await response.text()]
}

const form = (text: string) => ({ body: text, type: 'multipart/form-data; boundary=x' })
const whole = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n'
const action = 'a1'.repeat(21)

/** The cookie of someone who has signed in. */
const cookieOfPerson = async () => {
  const token = { sessionToken: 'unknown', userId: 1 }
  return `next-auth.session-token=${await encode({ token, secret: sessionOptions().secret ?? '' })}`
}

test.each(['', '; a=b'])('a form has at most 1,000 parts: multipart/form-data%s', async (parameter) => {
  const type = `multipart/form-data${parameter}; boundary=x`
  const headers = { Origin: origin(), 'Content-Type': type, Cookie: await cookieOfPerson() }
  const partsOf = (count: number) => whole.slice(0, -7).repeat(count - 1) + whole
  expect(await submit('/acme/settings', { headers, body: partsOf(1_000) })).toEqual([200, expect.anything()])
  expect(await submit('/acme/settings', { headers, body: partsOf(1_001) })).toEqual([
    400,
    '{"error":"The form is incomplete"}',
  ])
})

const fieldOf = (head: string, value: string) =>
  form(`--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n--x--\r\n`)
const formOf = (...fields: [name: string, value: string][]) =>
  form(`${fields.map(([name, value]) => fieldOf(`name="${name}"`, value).body.slice(0, -7)).join('')}--x--\r\n`)
const references = (one: string, count: number) => `[${Array(count).fill(one).join()}]`

test.each([
  ['1,000 references', { body: references('"$R1"', 1_000), type: 'text/plain' }, 200],
  ['1,001 references', { body: references('"$R1"', 1_001), type: 'text/plain' }, 400],
  ['references that are escaped', { body: references('"\\u0024R1"', 1_001), type: 'text/plain' }, 400],
  ['references in a part', fieldOf('name="0"', references('"$R1"', 1_001)), 400],
  ['a text that looks like references', fieldOf('name="_1_payload"', references('"$R1"', 5_000)), 200],
  [
    'one after a form that was answered',
    formOf(
      ['1', '[{"at":"$D2026-01-01","same":"$0:at","none":"$undefined"},"$K2"]'],
      ['_2_a', references('"$"', 1_001)],
    ),
    200,
  ],
  ['a text that looks like a part', fieldOf('name="payload"', 'POST /\r\nContent-Type: application/json'), 200],
  ['a text that a reference leads to', formOf(['0', '["$@x"]'], ['payload', references('"$R1"', 1_001)]), 400],
  ['one that an escaped one leads to', formOf(['0', '["\\u0024@x"]'], ['a', references('"$R1"', 1_001)]), 400],
  ['5,000 values', { body: references('{}', 4_999), type: 'text/plain' }, 200],
  ['5,001 values', { body: references('{}', 5_000), type: 'text/plain' }, 400],
  ['values in parts', formOf(['1', references('[]', 2_500)], ['0', references('[]', 2_500)]), 400],
  ['values behind a part that begins a text', formOf(['1', '"'], ['0', references('1', 5_001)]), 400],
  ['values in a form that no browser writes', fieldOf('name="0"; a', references('1', 5_001)), 400],
  ['a text that looks like values', formOf(['1', JSON.stringify(references('1', 9_000))]), 200],
  ['references in the part NaN', formOf(['NaN', references('"$R1"', 1_001)]), 400],
  ['references in the stream SInfinity', formOf(['SInfinity', references('"$R1"', 1_001)]), 400],
  ['a name that is given twice', fieldOf('name="a"; name="0"', references('"$R1"', 1_001)), 400],
  ['a head of a thousand parts', fieldOf(`name="a"${'\r\nX: y'.repeat(5_000)}`, 'b'), 400],
  ['a name of a thousand characters', fieldOf(`name="${'a'.repeat(1_000)}"`, 'b'), 400],
  ['a text of many lines', fieldOf('name="a"', '\r\n'.repeat(10_000)), 200],
  ['references before the end of a head', fieldOf('name="a"\r\nX: y', references('"$R1"', 1_001)), 400],
  ['an encoding of its own', fieldOf('name="0"\r\nContent-Transfer-Encoding: base64', 'W10='), 400],
  ['a character set of its own', fieldOf('name="0"\r\ncontent-type: text/plain; charset=utf-16le', '[]'), 400],
])('arguments of an action with %s', async (_name, { body, type }, status) => {
  const Cookie = await cookieOfPerson()
  const headers = { Origin: origin(), 'Next-Action': action, 'Content-Type': type, Cookie }
  expect((await submit('/acme/settings', { headers, body }))[0]).toBe(status)
})

test.each([
  ['no Origin', {}, 403],
  ['Origin: null', { Origin: 'null' }, 403],
  ['an Origin that is no address', { Origin: 'garbage\t{' }, 403],
  ['another site', { Origin: 'https://evil.example' }, 403],
  [
    'the address that a proxy forwards, which the action refuses in its form',
    { Origin: 'https://other.example', 'X-Forwarded-Host': 'other.example, inner' },
    200,
  ],
  ['another site, where a proxy forwards', { Origin: 'https://evil.example', 'X-Forwarded-Host': 'a.example' }, 403],
  ['the public address, behind a proxy that keeps it to itself', { Origin: 'http://localhost:3000' }, 200],
])('a form from %s', async (_name, headers: Record<string, string>, status) => {
  arrived.length = 0
  for (const body of ['', whole]) {
    const type = body === '' ? 'text/plain' : 'multipart/form-data; boundary=x'
    const [answered, text] = await submit('/acme/settings', { headers: { ...headers, 'Content-Type': type }, body })
    expect(answered).toBe(status)
    if (status === 403) expect(text).toContain('Forms are accepted from http://localhost:3000 only.')
  }
  expect(arrived).toHaveLength(status === 200 ? 2 : 0)
})

test.each([
  ['/acme/settings', 'POST', { 'Next-Action': 'garbage' }, form(whole), 404],
  ['/acme/settings', 'POST', { 'Next-Action': `${action}\u00a0` }, form(whole), 404],
  ['/acme/settings', 'POST', { 'Next-Action': action }, form(whole), 200],
  ['/acme/settings', 'POST', { 'Next-Action': action }, { body: '["$K1"]', type: 'text/plain' }, 200],
  ['/acme/settings', 'POST', { 'Next-Action': action }, { body: '["$K1', type: 'text/plain' }, 400],
  ['/acme/settings', 'POST', {}, form('garbage'), 400],
  ['/acme/settings', 'POST', {}, form(whole.slice(0, -8)), 400],
  ['/acme/settings', 'POST', {}, { body: whole, type: 'multipart/form-data' }, 400],
  ['/acme/settings', 'POST', {}, { body: whole, type: 'multipart/form-datax; boundary=x' }, 400],
  ['/acme/settings', 'PUT', {}, form(whole), 405],
  ['/robots.txt', 'POST', {}, form(whole), 405],
  ['/_next/static/x.js', 'DELETE', {}, form(whole), 405],
  ['/%zz', 'POST', {}, form(whole), 400],
  ['/_global-error', 'GET', {}, { body: undefined, type: 'text/plain' }, 404],
])('%s %s with %j and a body of %j is answered %i', async (path, method, headers, { body, type }, status) => {
  arrived.length = 0
  const all = { ...headers, Origin: origin(), 'Content-Type': type }
  expect((await submit(path, { method, headers: all, body }))[0]).toBe(status)
  expect(arrived).toHaveLength(status === 200 ? 1 : 0)
})

test.each([
  ['garbage', 400],
  ['%zz', 400],
  ['{}', 400],
  ['[]', 400],
  ['["",{"children":1}]', 400],
  [`${'["",{"a":'.repeat(64)}["",{}]${'}]'.repeat(64)}`, 400],
  [encodeURIComponent('["",{}]'), 200],
])('a state of the router that is %s is answered %i', async (state, status) => {
  const headers = { 'Next-Router-State-Tree': state }
  expect((await submit('/acme', { method: 'GET', headers: { ...headers, RSC: '1' } }))[0]).toBe(status)
  // Next reads it here as well.
  expect((await submit('/acme.rsc', { method: 'GET', headers }))[0]).toBe(status)
})

test('TRACE is refused with a body too', async () => {
  const head = 'TRACE /api/webhooks/github HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 1\r\n\r\nx'
  expect(await exchange(head)).toContain('HTTP/1.1 405 ')
})

test('a file is sent whole, whatever part of it is wanted', async () => {
  const headers = { Range: 'bytes=9999-', 'If-Match': 'x' }
  expect(await submit('/robots.txt', { method: 'GET', headers })).toEqual([200, 'undefined'])
})

test('an address that cannot be decoded is refused without a body too', async () => {
  expect((await submit('/a/%E0%A4', { method: 'GET' }))[0]).toBe(400)
})

test.each([
  ['GET *{"level":"error"}', 400],
  ['OPTIONS *', 400],
  ['GET http://[x/', 400],
  ['GET http://a:99999999/', 400],
  ['GET foo:x', 400],
  ['GET /api/%zz', 400],
  ['POST /mcp/tools', 404],
  ['GET /oauth', 404],
  ['POST /oauth/tokens', 404],
  ['GET /oauth/authorize/more', 404],
  ['GET /.well-known/openid-configuration', 404],
  ['GET /.well-known/oauth-protected-resource/api', 404],
  ['GET /api', 404],
  ['GET /api/deployments?range=7d', 404],
  ['POST /api/settings/members', 404],
  ['POST /api/webhooks/other', 404],
  ['POST /api/auth/../deployments', 400],
  ['POST /api/auth/%2e%2e/deployments', 400],
  ['TRACE /acme/settings', 405],
  ['TRACE /api/webhooks/deployments', 405],
])('%s is answered %i before anything receives it', async (line, status) => {
  arrived.length = 0
  expect(await exchange(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain(`HTTP/1.1 ${status} `)
  expect(arrived).toEqual([])
})

const routes = ['api', 'mcp', 'oauth', '.well-known'].flatMap((folder) =>
  readdirSync(path.join('app', folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => path.basename(file) === 'route.ts')
    .map((file) => path.posix.join('/', folder, path.dirname(file)))
    .map((route) => route.replace('[...nextauth]', 'callback/credentials').replace('[[...resource]]', 'mcp'))
    .map((route) => route.replace('[...path]', 'pull-requests/live').replace('[metric]', 'lead-time')),
)

test.each(routes)('%s is passed on as a route', async (route) => {
  const headers = { Origin: 'https://evil.example' }
  expect((await submit(`${route}?a=b`, { method: 'GET', headers }))[0]).not.toBe(404)
})

const sealedFor = async (sessionToken: string, userId: number, secret = 'of these tests only') =>
  `next-auth.session-token=${await encode({ token: { sessionToken, userId }, secret })}`

test('of the pages of strangers at one address two are made at once, three of a person; routes and built files wait for none', async () => {
  // Else those that take long would be outside of their places. `expect.poll` would move the time on.
  vi.useFakeTimers({ toFake: ['setInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await delay(5)
  }
  arrived.length = 0
  const answers: Promise<Response>[] = []
  const send = (path: string, Cookie = '', init: RequestInit = {}) =>
    answers.push(fetch(origin() + path, { ...init, headers: { Cookie, ...init.headers } }))
  const forged = await sealedFor('x', 1, 'of another installation')
  send('/held', forged)
  send('/held.txt', 'next-auth.session-token=x')
  await until(() => arrived.length === 2)
  send('/held', '', { method: 'POST', body: whole, headers: { Origin: origin(), 'Content-Type': form('').type } })
  send('/held', '', { method: 'HEAD' })
  const others = ['/healthz', '/_next/static/x.js', '/api/webhooks/github']
  for (const path of others) send(path)
  const member = await sealedFor('a session', 1)
  for (const number of [1, 2, 3]) send(`/held?${number}`, member)
  await until(() => arrived.length >= 8)
  send('/held?4', await sealedFor('another session of theirs', 1))
  send('/held?another', await sealedFor('x', 2))
  const entered = [...others, '/held?1', '/held?2', '/held?3', '/held?another'].map((path) => `GET ${path}`)
  await until(() => arrived.length >= 9)
  expect(arrived.slice(2).toSorted()).toEqual(entered.toSorted())
  for (const response of held.splice(0)) response.end()
  await until(() => arrived.length === 12)
  expect(arrived.slice(9).toSorted()).toEqual(['GET /held?4', 'HEAD /held', 'POST /held'])
  for (const response of held.splice(0)) response.end()
  await Promise.all(answers)
})

test('a person is known by their organization, and never a crowd of their own', async () => {
  const cookie = await sealedFor('a session', 77)
  const visit = async () => {
    expect((await fetch(`${origin()}/acme`, { headers: { Cookie: cookie } })).status).toBe(200)
    return knownCrowd({ headers: { cookie } })
  }
  expect(await visit()).toBeNull()
  noteMember(77, 5)
  expect(await visit()).toBe('organization 5')
})

test.each([
  ['/broken', 400],
  ['/broken-later', 500],
])('a form at %s is answered %i: it is at fault until its action runs', async (path, status) => {
  const headers = { Origin: origin(), 'Content-Type': 'multipart/form-data; boundary=x' }
  expect((await submit(path, { headers, body: whole }))[0]).toBe(status)
})

test('a server that only the operator reaches is left as it is, but for thousands of requests at once', async () => {
  const own = createServer((_, response) => setImmediate(() => response.end('answered apart')))
  leaveUnguarded(own)
  await once(own.listen(0, '127.0.0.1'), 'listening')
  const nowhere = '/api/nothing'
  const ask = async (at: number) => (await fetch(`http://127.0.0.1:${at}${nowhere}`)).text()
  expect(await ask(port())).toContain('There is nothing at this address')
  const { port: ownPort } = own.address() as AddressInfo
  expect(await ask(ownPort)).toBe('answered apart')
  let answers = ''
  const many = connect(ownPort, '127.0.0.1').on('error', () => undefined)
  many.on('data', (part) => {
    answers += part
  })
  many.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1_000))
  await once(many, 'close')
  expect(answers.split('answered apart').length).toBeLessThan(1_000)
  own.close()
})
