import type { Socket } from 'node:net'
import { addressForTurns } from '@/lib/http/rate-limit/client-address'

/** Connections of one address whose answers are not read, oldest first, and what lies in memory for them. */
type Crowd = { sockets: Socket[]; bytes: number }

/** What an answer that waits for its reader holds besides what is written of it, at most: that of a long page of a member. */
const heldBytes = 512 * 1024

export type UnreadAnswers = {
  /** How many there are, of an address or of all. */
  count: (address?: string) => number
  bytes: () => number
  /** Leaves out the oldest of an address, or of the one that holds the most, and says which it is. */
  take: (address?: string) => Socket | undefined
}

/** Of the given connections, oldest first, those with an answer that is written and that their readers have yet to take. */
export function unreadAnswers(sockets: Iterable<Socket>): UnreadAnswers {
  const crowds = new Map<string, Crowd>()
  const lengths = new Map<Socket, number>()
  let bytes = 0
  for (const socket of sockets) {
    if (socket.writableLength === 0) continue
    const length = socket.writableLength + heldBytes
    const address = addressForTurns(socket.remoteAddress ?? null) ?? ''
    const crowd = crowds.get(address) ?? { sockets: [], bytes: 0 }
    crowds.set(address, crowd)
    crowd.sockets.push(socket)
    crowd.bytes += length
    lengths.set(socket, length)
    bytes += length
  }

  const leaveOut = (crowd: Crowd | undefined): Socket | undefined => {
    const socket = crowd?.sockets.shift()
    if (!crowd || !socket) return undefined
    const length = lengths.get(socket) ?? 0
    lengths.delete(socket)
    crowd.bytes -= length
    bytes -= length
    return socket
  }

  const largest = () => {
    let found: Crowd | undefined
    for (const crowd of crowds.values()) if (crowd.bytes > (found?.bytes ?? 0)) found = crowd
    return found
  }

  const take = (address?: string) => {
    const next = () => leaveOut(address === undefined ? largest() : crowds.get(address))
    let socket = next()
    // It may have been read or have ended since.
    while (socket && (socket.writableLength === 0 || socket.destroyed)) socket = next()
    return socket
  }

  const count = (address?: string) =>
    address === undefined ? lengths.size : (crowds.get(address)?.sockets.length ?? 0)
  return { count, bytes: () => bytes, take }
}
