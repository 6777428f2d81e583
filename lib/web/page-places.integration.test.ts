import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AppError } from '@/lib/core/errors'
import { noteActionBegun, noteHostAwaited, watchRequests } from '@/lib/http/request-context'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { createPagePlaces, placeToDraw } from './page-places'

watchRequests()

/** More than the kernel takes for a client that does not read. */
const longBytes = 16 * 1024 * 1024

/** What Next sends to the page that has an action, when another got its form. */
const passedOn = { 'x-action-forwarded': '1' }

const opened: Socket[] = []
let server: AnsweringServer
let entered: string[] = []
let held: ServerResponse[] = []
let refused: AppError[] = []

/** What begins with some of them. */
const noted: Record<string, () => void> = {
  '/action': noteActionBegun,
  '/form': noteActionBegun,
  '/host': noteHostAwaited,
}

/** Starts a server whose every answer is a page, and notes what becomes of its requests. */
async function serve(limits: { share?: number; waiting?: number; maxWaitMs?: number }) {
  const inPlace = createPagePlaces({ places: 4, share: 2, waiting: 10, maxWaitMs: 60_000, ...limits })
  const [paths, responses, errors]: [string[], ServerResponse[], AppError[]] = [[], [], []]
  server = await startAnsweringServer(({ url = '' }, response) => {
    const handle = () => {
      paths.push(url)
      noted[url]?.()
      if (url === '/form') void placeToDraw().then(() => paths.push('drawn'))
      if (url === '/not-here') void fetch(`${server.origin}/here`, { headers: passedOn }).catch(() => undefined)
      if (url === '/long') response.end('x'.repeat(longBytes))
      else responses.push(response)
    }
    inPlace(response, { keys: ['one'] }, handle).catch((error) => {
      errors.push(error)
      response.destroy()
    })
  })
  entered = paths
  held = responses
  refused = errors
}

async function stop() {
  for (const socket of opened.splice(0)) socket.destroy()
  await server.stop()
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(async () => {
  vi.useRealTimers()
  await stop()
})

const get = async (path: string) => {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`)
  opened.push(socket)
  await until(() => server.requests.includes(path))
  return socket
}

/** `expect.poll` would move the time that stands still here. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await delay(5)
}

test('a few of one are worked on at once, and the next one when an answer was written', async () => {
  await serve({})
  for (const path of ['/1', '/2', '/3', '/4']) await get(path)
  expect(entered).toHaveLength(2)
  held[0]?.end()
  await until(() => entered.length > 2)
  expect(entered).toHaveLength(3)
})

test('one whose connection ends leaves its place, and one that waits leaves for good', async () => {
  await serve({ share: 1 })
  const [first, second] = [await get('/1'), await get('/2')]
  second.destroy()
  await until(() => refused.length > 0)
  first.destroy()
  await get('/3')
  await until(() => {
    vi.advanceTimersByTime(50)
    return entered.length > 1
  })
  expect(entered).toEqual(['/1', '/3'])
})

test('one whose reader has left keeps its place for what goes on', async () => {
  await serve({ share: 1 })
  const first = await get('/1')
  first.destroy()
  await until(() => held[0]?.closed ?? false)
  await get('/2')
  vi.advanceTimersByTime(200)
  await delay(20)
  expect(entered).toEqual(['/1'])
  vi.advanceTimersByTime(50)
  await until(() => entered.length > 1)
})

test.each([
  ['whose reader does not read it', '/long'],
  ['that waits for its action', '/action'],
  ['that takes long', '/slow'],
])('an answer %s holds no place', async (_what, path) => {
  await serve({ share: 1 })
  const first = await get(path)
  first.pause()
  await get('/next')
  expect(entered).toEqual([path])
  await until(() => {
    vi.advanceTimersByTime(50)
    return entered.includes('/next')
  })
  expect(first.closed).toBe(false)
})

test('the page after an action is drawn in a place until it is written', async () => {
  await serve({ share: 1 })
  await get('/form')
  vi.advanceTimersByTime(50)
  await until(() => entered.includes('drawn'))
  await get('/next')
  vi.advanceTimersByTime(100)
  await delay(20)
  expect(entered).toEqual(['/form', 'drawn'])
  held[0]?.end()
  await until(() => entered.includes('/next'))
})

test('a page that waits for a host leaves its place at the first look', async () => {
  await serve({ share: 1 })
  await get('/host')
  await get('/next')
  expect(entered).toEqual(['/host'])
  vi.advanceTimersByTime(50)
  await until(() => entered.includes('/next'))
})

test('a form holds no place while another page has its action', async () => {
  await serve({ share: 1 })
  await get('/not-here')
  await until(() => server.requests.includes('/here'))
  expect(entered).toEqual(['/not-here'])
  vi.advanceTimersByTime(50)
  await until(() => entered.includes('/here'))
})

test('beyond the bound of those that wait one is refused, as is one that has waited for long', async () => {
  await serve({ share: 1, waiting: 2 })
  for (const path of ['/1', '/2', '/3', '/4']) await get(path)
  const busy = expect.objectContaining({ code: 'unavailable', headers: { 'Retry-After': '60' } })
  await until(() => refused.length > 0)
  expect(refused).toEqual([busy])
  await stop()
  await serve({ share: 1, maxWaitMs: 1 })
  for (const path of ['/1', '/2']) await get(path)
  await until(() => refused.length > 0)
  expect(refused).toEqual([busy])
})
