import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { endSlowAnswers } from './end-slow-answers'

// As slow as 500 kB a second is one here: what the system keeps for a reader counts as sent.
endSlowAnswers(2_000, 500)

const ended: Record<string, boolean> = {}
let server: AnsweringServer

function* pieces(count: number) {
  for (let piece = 0; piece < count; piece += 1) yield Buffer.alloc(64 * 1024)
}

beforeAll(async () => {
  server = await startAnsweringServer(({ url = '' }, response: ServerResponse) => {
    response.on('close', () => {
      ended[url] = response.writableFinished
    })
    Readable.from(pieces(Number(url.slice(1)))).pipe(response)
  })
})
afterAll(() => server.stop())

const request = (path: string): Socket => {
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  return socket
}

test('an answer that is taken a few bytes at a time ends', async () => {
  const socket = request('/1000000')
  const sip = setInterval(() => socket.read(10), 20)
  await once(socket, 'readable')
  await expect.poll(() => ended['/1000000'], { timeout: 50_000 }).toBe(false)
  clearInterval(sip)
  socket.destroy()
})

test('one that is taken arrives whole, however long it is', async () => {
  let length = 0
  for await (const data of request('/2000')) length += (data as Buffer).length
  expect(length).toBeGreaterThan(2_000 * 64 * 1024)
  expect(ended['/2000']).toBe(true)
})

test('a connection whose answers have ended stays', async () => {
  const get = () => fetch(`${server.origin}/1`).then((answer) => answer.arrayBuffer())
  expect((await get()).byteLength).toBe(64 * 1024)
  expect((await get()).byteLength).toBe(64 * 1024)
})
