import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { createCrowds } from '@/lib/web/crowds'
import { unreadAnswers } from '@/lib/web/unread-answers'

/** How long a connection may go without a complete head of a request, from its start or the last answer on. */
const maxIdleMs = 10_000

/** Each takes memory, however many descriptors there are. */
const maxConnections = 10_000

/** What is written and not read lies in memory, however few connections it is: at most a quarter of what a small heap has. */
const maxUnreadBytes = Math.min(256 * 1024 * 1024, getHeapStatistics().heap_size_limit / 4)

/** Far less than that is written meanwhile. */
const lookEveryMs = 1_000

/**
 * Bounds the connections to the servers of this process, from the first call on. One without a request ends after 10
 * seconds. `max` counts connections, and those with a request under way once more, for they may have a file open.
 * Beyond it one ends of the address that has the most: the one that has waited the longest for its client, for a
 * request or for the rest of one, and where none waits, the last that came. So an address with few is answered whatever
 * another opens, and of those that come through a proxy each with a whole request. Where more of that address do not
 * read their answers than are idle, the oldest of these ends, and where all answers that are not read hold more than
 * `maxBytes`, the oldest of the address that holds the most.
 */
export function boundConnections(max = roomForConnections(), maxBytes = maxUnreadBytes): void {
  /** How many requests are under way on each. */
  const underWay = new Map<Socket, number>()
  const idle = new Map<Socket, NodeJS.Timeout>()
  const crowds = createCrowds()
  let busy = 0

  const wake = (socket: Socket) => {
    clearTimeout(idle.get(socket))
    idle.delete(socket)
    crowds.wake(socket)
  }
  const forget = (socket: Socket) => {
    wake(socket)
    crowds.remove(socket)
    if ((underWay.get(socket) ?? 0) > 0) busy -= 1
    underWay.delete(socket)
  }
  // Closes the descriptor at once; the close event of the socket comes later.
  const end = (socket: Socket) => {
    forget(socket)
    socket.destroy()
  }
  const rest = (socket: Socket) => {
    wake(socket)
    // What arrived while the process was busy is read first.
    const late = () => setImmediate(() => idle.get(socket) === timer && end(socket))
    const timer = setTimeout(late, maxIdleMs)
    idle.set(socket, timer)
    crowds.wait(socket, null)
  }
  let unread = unreadAnswers([])
  const look = () => {
    unread = unreadAnswers(underWay.keys())
    for (let one = boundBytes(); one; one = boundBytes()) end(one)
  }
  const boundBytes = () => (unread.bytes() > maxBytes ? unread.take() : undefined)
  const makeRoom = (socket: Socket) => {
    if (underWay.size + busy > max) end(crowds.leaverFor(socket, unread))
  }
  const count = (socket: Socket, change: 1 | -1) => {
    const before = underWay.get(socket)
    if (before === undefined) return
    const now = before + change
    underWay.set(socket, now)
    busy += Math.sign(now) - Math.sign(before)
    if (now === 0) rest(socket)
  }

  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket }
    underWay.set(socket, 0)
    crowds.add(socket)
    socket.once('close', () => forget(socket))
    rest(socket)
    makeRoom(socket)
  })
  subscribe('http.server.request.start', (message) => {
    const { socket, request, response } = message as {
      socket: Socket
      request: IncomingMessage
      response: ServerResponse
    }
    wake(socket)
    count(socket, 1)
    if (underWay.has(socket)) crowds.wait(socket, request)
    response.once('close', () => count(socket, -1))
    makeRoom(socket)
  })
  setInterval(look, lookEveryMs).unref()
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
