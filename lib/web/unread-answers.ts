import type { Socket } from 'node:net'
import { addressForTurns } from '@/lib/http/rate-limit/client-address'

/** Connections of one address whose answers are not read, oldest first, and what lies in memory for them. */
type Crowd = { sockets: Socket[]; bytes: number }

export type UnreadAnswers = {
  /** How many there are. */
  count: () => number
  bytes: () => number
  /** Leaves out the oldest of the address that holds the most, and says which it is. */
  take: () => Socket | undefined
}

/** Of the given connections, oldest first, those with an answer that is written and that their readers have yet to take. */
export function unreadAnswers(sockets: Iterable<Socket>): UnreadAnswers {
  const crowds = new Map<string, Crowd>()
  const lengths = new Map<Socket, number>()
  let bytes = 0
  for (const socket of sockets) {
    const length = socket.writableLength
    if (length === 0) continue
    const address = addressForTurns(socket.remoteAddress ?? null) ?? ''
    const crowd = crowds.get(address) ?? { sockets: [], bytes: 0 }
    crowds.set(address, crowd)
    crowd.sockets.push(socket)
    crowd.bytes += length
    lengths.set(socket, length)
    bytes += length
  }

  const leaveOut = (): Socket | undefined => {
    let largest: Crowd | undefined
    for (const crowd of crowds.values()) if (crowd.bytes > (largest?.bytes ?? 0)) largest = crowd
    const socket = largest?.sockets.shift()
    if (!largest || !socket) return undefined
    const length = lengths.get(socket) ?? 0
    lengths.delete(socket)
    largest.bytes -= length
    bytes -= length
    return socket
  }

  const take = () => {
    let socket = leaveOut()
    // It may have been read or have ended since.
    while (socket && (socket.writableLength === 0 || socket.destroyed)) socket = leaveOut()
    return socket
  }

  return { count: () => lengths.size, bytes: () => bytes, take }
}
