import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { addressForTurns } from '@/lib/http/rate-limit/client-address'
import type { UnreadAnswers } from './unread-answers'

/** Connections of one address, those of them that wait for their client, longest first, and how many are idle. */
type Crowd = { address: string; sockets: Set<Socket>; waiting: Set<Socket>; idle: number }

/** So long the largest crowd is taken for that without a look at the others, of which there may be thousands. */
const lookEveryMs = 100

/**
 * Connections by the address that they come from, and which of them leaves for a newcomer when there are too many. All
 * that come through a proxy are one crowd.
 */
export function createCrowds() {
  const crowds = new Map<string, Crowd>()
  const crowdOf = new Map<Socket, Crowd>()
  /** Longest first: idle ones, and by their requests incomplete ones. */
  const waiting = new Map<Socket, IncomingMessage | null>()
  let idle = 0

  const add = (socket: Socket) => {
    const address = addressForTurns(socket.remoteAddress ?? null) ?? ''
    const crowd = crowds.get(address) ?? { address, sockets: new Set(), waiting: new Set(), idle: 0 }
    crowds.set(address, crowd)
    crowd.sockets.add(socket)
    crowdOf.set(socket, crowd)
  }

  const remove = (socket: Socket) => {
    wake(socket)
    const crowd = crowdOf.get(socket)
    crowdOf.delete(socket)
    crowd?.sockets.delete(socket)
    if (crowd?.sockets.size === 0) crowds.delete(crowd.address)
  }

  /** Notes that a connection waits for its client: for a request, or for the rest of the given one. */
  const wait = (socket: Socket, request: IncomingMessage | null) => {
    wake(socket)
    waiting.set(socket, request)
    crowdOf.get(socket)?.waiting.add(socket)
    if (request === null) countIdle(socket, 1)
  }

  const wake = (socket: Socket) => {
    if (waiting.get(socket) === null) countIdle(socket, -1)
    waiting.delete(socket)
    crowdOf.get(socket)?.waiting.delete(socket)
  }

  const countIdle = (socket: Socket, change: 1 | -1) => {
    const crowd = crowdOf.get(socket)
    if (!crowd) return
    crowd.idle += change
    idle += change
  }

  const firstWaiting = (sockets: Iterable<Socket>, newcomer: Socket): Socket | undefined => {
    for (const socket of sockets) {
      if (socket === newcomer) continue
      if (!waiting.get(socket)?.complete) return socket
      wake(socket)
    }
    return undefined
  }

  let largest: Crowd | undefined
  let lookedAt = 0
  const largestCrowd = (leastSize: number): Crowd | undefined => {
    const now = performance.now()
    if (largest && now - lookedAt < lookEveryMs && largest.sockets.size >= leastSize) return largest
    lookedAt = now
    largest = undefined
    for (const crowd of crowds.values()) if (crowd.sockets.size > (largest?.sockets.size ?? 0)) largest = crowd
    return largest
  }

  /**
   * Which connection leaves for this one: of the largest crowd the one that has waited for its client for the longest,
   * and where none waits the last that came; but where more of it do not read their answers than are idle, the oldest
   * of these. Where each has a crowd of its own, of all of them.
   */
  const leaverFor = (newcomer: Socket, unread: UnreadAnswers): Socket => {
    const own = crowdOf.get(newcomer)?.sockets.size ?? 0
    const crowd = largestCrowd(own)
    if (!crowd || crowd.sockets.size <= 1) {
      const ofUnread = unread.count() > idle ? unread.take() : undefined
      return ofUnread ?? firstWaiting(waiting.keys(), newcomer) ?? newcomer
    }
    const ofUnread = unread.count(crowd.address) > crowd.idle ? unread.take(crowd.address) : undefined
    const last = () => (crowd.sockets.size > own ? [...crowd.sockets].at(-1) : newcomer)
    return ofUnread ?? firstWaiting(crowd.waiting, newcomer) ?? last() ?? newcomer
  }

  return { add, remove, wait, wake, leaverFor }
}
