import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export type AnsweringServer = {
  /** Its address by number: `http://127.0.0.1:4711`. */
  origin: string
  port: number
  /** Paths of the requests that arrived, in order. */
  requests: string[]
  /** How many connections were opened, with a request or without. */
  connections: () => number
  stop: () => Promise<void>
}

/** Starts a server on a free port of a loopback address that answers as `listener` says. */
export async function startAnsweringServer(listener: RequestListener, address = '127.0.0.1'): Promise<AnsweringServer> {
  const requests: string[] = []
  let connections = 0
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    listener(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  await once(server.listen(0, address), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://${address}:${port}`,
    port,
    requests,
    connections: () => connections,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
