import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { untilNoneArrives } from './until-none-arrives'

const server = createServer()
const clients: Socket[] = []

afterEach(() => {
  for (const client of clients) client.destroy()
  server.close()
})

it('all who have connected by then are accepted before long work begins', async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  let accepted = 0
  server.on('connection', (socket) => {
    accepted += 1
    clients.push(socket)
  })
  const { port } = server.address() as AddressInfo
  for (let index = 0; index < 200; index += 1) clients.push(connect(port, '127.0.0.1'))
  await untilNoneArrives(60_000)
  expect(accepted).toBe(200)
})
