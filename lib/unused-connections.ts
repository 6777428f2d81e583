import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

const unused = new Set<Socket>()

/**
 * Browsers open connections ahead of need, and a server that closes waits a minute for those that nothing was asked on.
 * Watches the servers of this process for them, from the first call on.
 */
export function watchUnusedConnections(): void {
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  subscribe('http.server.request.start', (message) => {
    unused.delete((message as { socket: Socket }).socket)
  })
}

/** Closes the connections that nothing was asked on. */
export function closeUnusedConnections(): void {
  for (const socket of unused) socket.destroy()
}
