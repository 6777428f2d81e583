import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { boundConnections } from './bound-connections'

/** More than the kernel takes for a client that does not read. */
const longBytes = 16 * 1024 * 1024

const max = 6
const intervals = vi.spyOn(globalThis, 'setInterval')
boundConnections(max, 2.5 * longBytes)
const lookForUnread = intervals.mock.lastCall?.[0] as () => void
intervals.mockRestore()

const inTimersPhase = setTimeout
const opened: Socket[] = []
const held: ServerResponse[] = []
const incoming: IncomingMessage[] = []
const server = createServer((request, response) => {
  incoming.push(request.resume())
  if (request.url === '/held') held.push(response)
  else if (request.url === '/long') held.push(response.writeHead(200)) && response.write('x'.repeat(longBytes))
  else response.end('answered')
})

beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
afterAll(() => server.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(async () => {
  vi.useRealTimers()
  for (const response of held.splice(0)) response.destroy()
  incoming.length = 0
  await Promise.all(opened.splice(0).map((socket) => ended(socket.destroy())))
})

const open = async (localAddress = '127.0.0.1') => {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', localAddress })
  socket.on('error', () => undefined)
  opened.push(socket)
  await once(server, 'connection')
  return socket
}
const openMany = async (count: number) => {
  const sockets: Socket[] = []
  while (sockets.length < count) sockets.push(await open())
  return sockets
}
const ended = (socket: Socket) =>
  new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))
const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`
const request = async (socket: Socket) => {
  socket.write(head('/'))
  return String(await once(socket, 'data'))
}
const hold = async (socket: Socket) => {
  socket.write(head('/held'))
  await once(server, 'request')
}

test.each([
  ['nothing', ''],
  ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\nX-'],
  ['half a head after an answer', `${head('/')}GET / HTTP/1.1\r\nX-`],
])('a connection that sent %s ends after ten seconds', async (_name, text) => {
  const socket = await open()
  if (text.startsWith(head('/'))) await request(socket)
  vi.advanceTimersByTime(9_000)
  if (text !== '') socket.write(text.replace(head('/'), ''))
  vi.advanceTimersByTime(1_000)
  await ended(socket)
})

test('a connection that waits for its answer does not end, nor one that sends a request in time', async () => {
  const [waiting, active] = [await open(), await open()]
  await hold(waiting)
  for (let times = 0; times < 3; times++) {
    expect(await request(active)).toContain('answered')
    vi.advanceTimersByTime(9_000)
  }
  held[0]?.end('at last')
  expect(String(await once(waiting, 'data'))).toContain('at last')
})

test('what arrived while the process was busy is answered, however late it is', async () => {
  const socket = await open()
  await new Promise<void>((resolve) => {
    inTimersPhase(() => {
      socket.write(head('/'))
      vi.advanceTimersByTime(20_000)
      resolve()
    }, 1)
  })
  expect(String(await once(socket, 'data'))).toContain('answered')
})

test('beyond the bound the connection that has been idle for the longest ends, and new ones are answered', async () => {
  const [first, second, third, ...others] = await openMany(max - 1)
  if (!first || !second || !third) throw new Error('none')
  expect(await request(first)).toContain('answered')
  const [, last] = await openMany(2)
  await ended(second)
  if (last) expect(await request(last)).toContain('answered')
  await ended(third)
  for (const socket of [first, ...others]) expect(await request(socket)).toContain('answered')
})

test('beyond the bound an address with one connection keeps it, however many another has', async () => {
  const alone = await open('127.0.0.2')
  const crowd = await openMany(2 * max)
  await ended(crowd[max] as Socket)
  expect(await request(alone)).toContain('answered')
})

test('beyond the bound an address with one connection is answered, however many requests of another wait', async () => {
  const crowd = await openMany(max / 2)
  for (const socket of crowd) await hold(socket)
  expect(await request(await open('127.0.0.2'))).toContain('answered')
  await ended(crowd.at(-1) as Socket)
  for (const response of held) response.end('answered')
  for (const socket of crowd.slice(0, -1)) expect(String(await once(socket, 'data'))).toContain('answered')
})

test('of as many addresses as connections the one ends that has been idle for the longest', async () => {
  const sockets: Socket[] = []
  while (sockets.length <= max) sockets.push(await open(`127.0.1.${sockets.length + 1}`))
  const [first, ...others] = sockets
  await ended(first as Socket)
  for (const socket of others.slice(max / 2)) expect(await request(socket)).toContain('answered')
})

test('beyond the bound the one ends that has waited for the rest of its body for the longest', async () => {
  const slow = await openMany(max / 2)
  for (const socket of slow) {
    socket.write('POST /held HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nx')
    await once(server, 'request')
  }
  const [first, second, third] = slow
  if (!first || !second || !third) throw new Error('none')
  first.write('x'.repeat(9))
  await expect.poll(() => incoming[0]?.complete).toBe(true)
  const newcomer = await open()
  await ended(second)
  expect(await request(newcomer)).toContain('answered')
  await openMany(2)
  await ended(third)
  held[0]?.end('at last')
  expect(String(await once(first, 'data'))).toContain('at last')
})

test('requests that wait behind another of their connection do not count', async () => {
  const [first, ...others] = await openMany(max - 2)
  first?.write(head('/held').repeat(3))
  await expect.poll(() => held.length).toBe(3)
  for (const socket of others) expect(await request(socket)).toContain('answered')
})

test('requests under way count, and none of them ends for one that comes later', async () => {
  const working = await openMany(max / 2)
  for (const socket of working) await hold(socket)
  await ended(await open())
  for (const response of held) response.end('answered')
  for (const socket of working) expect(String(await once(socket, 'data'))).toContain('answered')
  expect(await request(await open())).toContain('answered')
})

const leaveUnread = async (socket: Socket) => {
  socket.pause().write(head('/long'))
  await once(server, 'request')
  await expect.poll(() => held.at(-1)?.socket?.writableLength ?? 0).toBeGreaterThan(0)
}

test('beyond the bound one of many that do not read their answers ends, and no idle one for it', async () => {
  const idle = await open()
  const [first, second] = await openMany(2)
  if (!first || !second) throw new Error('none')
  for (const socket of [first, second]) await leaveUnread(socket)
  lookForUnread()
  await hold(await open())
  await ended(first.resume())
  expect(second.closed).toBe(false)
  expect(await request(idle)).toContain('answered')
})

test('beyond the bound an address that reads slowly keeps its answer, whatever another leaves unfinished', async () => {
  const slow = await open('127.0.0.2')
  await leaveUnread(slow)
  lookForUnread()
  const crowd = await openMany(max)
  await ended(crowd[0] as Socket)
  expect(slow.closed).toBe(false)
})

test('answers that are not read hold so much memory in all, and beyond it the oldest of them ends', async () => {
  const [first, second, third] = await openMany(max / 2)
  if (!first || !second || !third) throw new Error('none')
  for (const socket of [first, second]) await leaveUnread(socket)
  lookForUnread()
  await leaveUnread(third)
  lookForUnread()
  await ended(first.resume())
  for (const socket of [second, third]) expect(socket.closed).toBe(false)
})

test('beyond the bound the oldest ends that does not read its answer, and none that waits for one', async () => {
  const [working, unread, another] = await openMany(max / 2)
  if (!working || !unread || !another) throw new Error('none')
  await hold(working)
  for (const socket of [unread, another]) {
    socket.pause().write(head('/long'))
    await once(server, 'request')
  }
  await expect.poll(() => held.slice(1).every(({ socket }) => (socket?.writableLength ?? 0) > 0)).toBe(true)
  lookForUnread()
  expect(await request(await open())).toContain('answered')
  await ended(unread.resume())
  expect(another.closed).toBe(false)
  held[0]?.end('at last')
  expect(String(await once(working, 'data'))).toContain('at last')
})
