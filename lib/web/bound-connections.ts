import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How long a connection may go without a complete head of a request, from its start or the last answer on. */
const maxIdleMs = 10_000

/** Each takes memory, however many descriptors there are. */
const maxConnections = 10_000

/**
 * Bounds the connections to the servers of this process, from the first call on. One without a request ends after 10
 * seconds. `max` counts connections and requests under way, each of which may have a file open. Beyond it the connection
 * that has been idle for the longest ends, so there is room for one with a request. No share for each address: all
 * connections of a proxy have the same.
 */
export function boundConnections(max = roomForConnections()): void {
  const underWay = new Map<Socket, number>()
  /** Longest idle first. */
  const idle = new Map<Socket, NodeJS.Timeout>()
  let requests = 0

  const wake = (socket: Socket) => {
    clearTimeout(idle.get(socket))
    idle.delete(socket)
  }
  const forget = (socket: Socket) => {
    wake(socket)
    requests -= underWay.get(socket) ?? 0
    underWay.delete(socket)
  }
  // Closes the descriptor at once; the close event of the socket comes later.
  const end = (socket: Socket) => {
    forget(socket)
    socket.destroy()
  }
  const rest = (socket: Socket) => {
    // What arrived while the process was busy is read first.
    const late = () => setImmediate(() => idle.get(socket) === timer && end(socket))
    const timer = setTimeout(late, maxIdleMs)
    idle.set(socket, timer)
  }
  const makeRoom = (socket: Socket) => {
    const [oldestIdle = socket] = idle.keys()
    if (underWay.size + requests > max) end(oldestIdle)
  }
  const count = (socket: Socket, change: 1 | -1) => {
    const before = underWay.get(socket)
    if (before === undefined) return
    underWay.set(socket, before + change)
    requests += change
    if (before + change === 0) rest(socket)
  }

  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    underWay.set(socket, 0)
    socket.once('close', () => forget(socket))
    rest(socket)
    makeRoom(socket)
  })
  subscribe('http.server.request.start', (message) => {
    const { socket, response } = message as { socket: Socket; response: ServerResponse }
    wake(socket)
    count(socket, 1)
    response.once('close', () => count(socket, -1))
    makeRoom(socket)
  })
}

/** Leaves a quarter of the files that this process may open to the database, calls to hosts and files of its own. */
function roomForConnections(): number {
  // It would look up the names of addresses.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files: { soft: number | 'unlimited' } } }
  // Unlimited, and unknown on Windows, is not a number.
  const files = Number(userLimits?.open_files.soft)
  return files > 0 ? Math.min(maxConnections, Math.floor(files * 0.75)) : maxConnections
}
