import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import type { Member } from '@/lib/accounts/auth/require-member'
import { forResponse, watchRequests } from '@/lib/http/request-context'
import { startAnsweringServer } from '@/lib/testing/answering-server'
import { csvResponse } from './csv-response'

watchRequests()

const memberOf = (userId: number, organizationId: number) =>
  ({ user: { id: userId }, organization: { id: organizationId, name: 'Acme' }, role: 'member' }) as Member

const get = new Request('http://localhost/x')

const opened: Response[] = []

afterEach(async () => {
  for (const { body, bodyUsed } of opened.splice(0)) if (!bodyUsed) await body?.cancel()
  expect(Reflect.get(globalThis, 'leadlineDownloads').size).toBe(0)
})

async function open(userId: number, organizationId = 1): Promise<Response> {
  const begin = async () => rows('a,b\n'.repeat(10_000))
  const response = await csvResponse(get, { member: memberOf(userId, organizationId), fileName: 'x.csv', begin })
  opened.push(response)
  return response
}

async function* rows(piece: string, times = 3): AsyncGenerator<string> {
  for (let time = 0; time < times; time += 1) yield piece
}

it('gives the file whole, and is over then', async () => {
  const response = await open(1)
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="x.csv"')
  expect(await response.text()).toBe('a,b\n'.repeat(30_000))
  expect(Reflect.get(globalThis, 'leadlineDownloads').size).toBe(0)
})

it('a person has two open, and so has an organization', async () => {
  const busy = { code: 'unavailable', headers: { 'Retry-After': '5' }, message: expect.stringContaining('Too many') }
  const first = await open(1)
  await open(2)
  await expect(open(3)).rejects.toMatchObject(busy)
  await open(1, 2)
  await expect(open(1, 3)).rejects.toMatchObject(busy)
  await open(4, 3)
  await first.text()
  await open(3)
})

it.each([true, false])(
  'counts none whose reader has left before it is read: already at the start %j',
  async (atStart) => {
    const response = Object.assign(new EventEmitter(), { closed: atStart }) as unknown as ServerResponse
    await forResponse(response, () => open(1))
    await open(1)
    if (!atStart) response.emit('close')
    await open(1)
    await expect(open(1)).rejects.toMatchObject({ code: 'unavailable' })
  },
)

it('counts none that does not begin, or fails in between', async () => {
  const member = memberOf(1, 1)
  const fail = async (): Promise<never> => {
    throw new Error('no rows')
  }
  await expect(csvResponse(get, { member, fileName: 'x.csv', begin: fail })).rejects.toThrow('no rows')
  const broken = async function* () {
    yield 'a\n'
    throw new Error('broken')
  }
  const response = await csvResponse(get, { member, fileName: 'x.csv', begin: async () => broken() })
  await expect(response.text()).rejects.toThrow('broken')
})

it('lets go of the rows of a HEAD at once: its body is not read', async () => {
  const pieces = rows('a,b\n')
  const end = vi.spyOn(pieces, 'return')
  const begin = async () => pieces
  const head = new Request(get, { method: 'HEAD' })
  const response = await csvResponse(head, { member: memberOf(1, 1), fileName: 'x.csv', begin })
  expect([response.status, response.headers.get('content-type'), response.body]).toEqual([
    200,
    'text/csv; charset=utf-8',
    null,
  ])
  expect(end).toHaveBeenCalledOnce()
  expect(Reflect.get(globalThis, 'leadlineDownloads').size).toBe(0)
})

/** As Next writes an answer: it waits until there is room for more, and gets no error meanwhile. */
function toResponse(response: ServerResponse): WritableStream<Uint8Array> {
  return new WritableStream({
    write: async (chunk) => {
      if (!response.write(chunk)) await once(response, 'drain')
    },
    close: () => void response.end(),
    abort: () => void response.destroy(),
  })
}

it('lets go of the rows and the connection of a client that never reads', async () => {
  const events: string[] = []
  const endless = async function* () {
    try {
      for (;;) yield 'x'.repeat(1024 * 1024)
    } finally {
      events.push('rows')
    }
  }
  const begin = async () => endless()
  const server = await startAnsweringServer(async (_, response) => {
    response.on('close', () => events.push('connection'))
    const { body } = await csvResponse(get, { member: memberOf(1, 1), fileName: 'x.csv', begin }, 500)
    await body?.pipeTo(toResponse(response)).catch(() => undefined)
  })
  const client = connect(server.port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  client.pause()
  await expect.poll(() => events.toSorted(), { timeout: 10_000 }).toEqual(['connection', 'rows'])
  client.destroy()
  await server.stop()
})
