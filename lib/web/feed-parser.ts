import { subscribe } from 'node:diagnostics_channel'
import { Server } from 'node:http'
import type { Socket } from 'node:net'

const pieceBytes = 1024

/** What is still to come of a body of announced length: the parser takes that for nothing else. */
const bodyLeft = new WeakMap<Socket, number>()

/** Says how much of the body of an announced length is still to come on a connection: it is one piece. */
export function expectBody(socket: Socket, bytes: number): void {
  bodyLeft.set(socket, bytes)
}

/**
 * Hands what arrives to the servers of this process in pieces, from the first connection on. Node parses a packet to its
 * end, also after its connection was destroyed: one holds thousands of requests, or of pieces of a body. Only in
 * production, where nothing takes a connection over.
 */
export function feedParsersInPieces(): void {
  subscribe('net.server.socket', (message) => {
    const { socket } = message as { socket: Socket & { server?: unknown } }
    if (process.env.NODE_ENV === 'production' && socket.server instanceof Server) feedInPieces(socket)
  })
}

/** Adding a listener also makes Node's parser give the connection back, which it reads past all listeners otherwise. */
function feedInPieces(socket: Socket): void {
  const parsers = socket.listeners('data')
  socket.removeAllListeners('data')
  socket.on('data', (packet: Buffer) => {
    let at = 0
    while (at < packet.length && !socket.destroyed) {
      // Answers wait to be sent. What is left comes again when they are.
      if (socket.isPaused()) return socket.unshift(packet.subarray(at))
      const piece = packet.subarray(at, at + Math.max(pieceBytes, bodyLeft.get(socket) ?? 0))
      for (const parse of parsers) parse.call(socket, piece)
      at += piece.length
    }
  })
}
