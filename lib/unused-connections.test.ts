import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { closeUnusedConnections, watchUnusedConnections } from './unused-connections'

watchUnusedConnections()

test('a connection that nothing was asked on is closed, and one that waits for its answer is not', async () => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const open = async (): Promise<Socket> => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
    await once(server, 'connection')
    return socket
  }
  const [unused, waiting] = [await open(), await open()]
  waiting.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  const [, response] = await once(server, 'request')
  const closed = once(server, 'close')
  const gone = once(unused, 'close')
  server.close()
  closeUnusedConnections()
  await gone
  response.end('answered')
  const [answer] = await once(waiting, 'data')
  expect(String(answer)).toContain('answered')
  await closed
})
