import { subscribe } from 'node:diagnostics_channel'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Far more than any answer takes to begin. */
const timeoutMs = 5 * 60_000

/** Of a line so slow that a person would have given up: 16 KiB a second. */
const minBytesPerMs = 16

/**
 * Ends answers of the servers of this process that their readers take too slowly, from the first call on. One may take
 * five minutes and a second more for each 16 KiB of it: a few bytes a minute are not silence, and would hold it for ever.
 */
export function endSlowAnswers(graceMs = timeoutMs, bytesPerMs = minBytesPerMs): void {
  subscribe('http.server.request.start', (message) => {
    const { response } = message as { response: ServerResponse }
    // When those before it on its connection have been sent. One whose turn never comes never closes either.
    response.once('socket', (socket: Socket) => {
      const [began, sentBefore] = [performance.now(), socket.bytesWritten]
      const check = () => {
        const sent = socket.bytesWritten - sentBefore
        const leftMs = began + graceMs + sent / bytesPerMs - performance.now()
        if (leftMs <= 0) socket.destroy()
        else timer = setTimeout(check, Math.ceil(leftMs))
      }
      let timer = setTimeout(check, graceMs)
      response.once('close', () => clearTimeout(timer))
    })
  })
}
