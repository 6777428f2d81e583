import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { endConnections, watchConnections } from './end-connections'

watchConnections()

async function startServer() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(server, 'connection')
    return socket
  }
  return { server, open }
}

async function stop(server: Server, graceMs: number): Promise<void> {
  const closed = once(server, 'close')
  server.close()
  endConnections(graceMs)
  await closed
}

test('a connection without a request is closed, and one that waits for its answer is not', async () => {
  const { server, open } = await startServer()
  const [unused, waiting] = [await open(), await open()]
  waiting.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [, response] = await once(server, 'request')
  const gone = once(unused, 'close')
  const stopped = stop(server, 60_000)
  await gone
  response.end('answered')
  const [answer] = await once(waiting, 'data')
  expect(String(answer)).toContain('answered')
  await stopped
})

test('a paused download, an unfinished request and an upgrade hold no server for longer than its grace', async () => {
  const { server, open } = await startServer()
  server.on('request', (_, response) => response.end(Buffer.alloc(64 * 1024 * 1024)))
  server.on('upgrade', () => undefined)
  const [paused, unfinished, upgraded] = [await open(), await open(), await open()]
  paused.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await once(paused, 'data')
  paused.pause()
  unfinished.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nx')
  upgraded.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  await once(server, 'upgrade')
  for (const socket of [paused, unfinished, upgraded]) socket.on('error', () => undefined)
  await stop(server, 50)
})
