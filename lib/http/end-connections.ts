import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

const open = new Set<Socket>()
const unused = new Set<Socket>()

/** Watches the connections to the servers of this process, from the first call on. */
export function watchConnections(): void {
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    for (const sockets of [open, unused]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
  })
  subscribe('http.server.request.start', (message) => {
    unused.delete((message as { socket: Socket }).socket)
  })
}

/**
 * Lets a server that closes end: it waits for its connections. Those without a request, which browsers open ahead
 * of need, end at once. All others have `graceMs` for their answers: a download that is paused, or a request that is
 * never finished, would hold the server for ever.
 */
export function endConnections(graceMs: number): void {
  for (const socket of unused) socket.destroy()
  setTimeout(() => {
    for (const socket of open) socket.destroy()
  }, graceMs).unref()
}
