import type { IncomingMessage } from 'node:http'

/** More than this of a body that is refused is not thrown away: its connection ends. */
const maxDiscardedBytes = 64 * 1024 * 1024

/** `gone` when the sender hung up. */
type Outcome = Buffer | 'too large' | 'too slow' | 'gone'

/**
 * The body of a request of Node when all of it is here. Of one that is refused the rest is thrown away as it comes, so
 * that its sender hears why. Never rejects.
 */
export function receiveBody(request: IncomingMessage, maxBytes: number, deadlineMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    let chunks: Buffer[] | null = []
    let length = 0
    const settle = (outcome: Outcome) => {
      clearTimeout(timer)
      chunks = null
      resolve(outcome)
    }
    const timer = setTimeout(settle, deadlineMs, 'too slow')
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= maxBytes) chunks?.push(chunk)
      else settle('too large')
      if (length > maxDiscardedBytes) request.socket.destroy()
    })
    request.on('end', () => settle(Buffer.concat(chunks ?? [])))
    request.on('error', () => settle('gone'))
    request.on('close', () => settle('gone'))
    if (Number(request.headers['content-length']) > maxBytes) settle('too large')
  })
}
