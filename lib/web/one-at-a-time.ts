import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { keepContext } from '@/lib/core/keep-context'

/** How many requests of a connection may wait for their answers: browsers and proxies send one after the other. */
const maxUnanswered = 4

const unanswered = new WeakMap<Socket, number>()

/**
 * Ends a connection that sends requests without waiting for answers: one packet holds thousands. Also of those that Node
 * answers itself, such as one without `Host`.
 */
export function countUnanswered(socket: Socket, response: ServerResponse): void {
  const waiting = (unanswered.get(socket) ?? 0) + 1
  unanswered.set(socket, waiting)
  response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  if (waiting > maxUnanswered) socket.destroy()
}

/**
 * Begins an answer when those before it on its connection have been sent. Node sends one at a time, and one that waits
 * never learns that its connection ended: a file opened for it would stay open for good. Before it begins it holds
 * nothing, and is forgotten with its connection.
 */
export function beginInTurn(response: ServerResponse, begin: () => void): void {
  if (response.socket) begin()
  else {
    // It begins on behalf of its own request, not of the one whose answer has just ended.
    const beginAsItself = keepContext(begin)
    response.once('socket', () => process.nextTick(beginAsItself))
  }
}
