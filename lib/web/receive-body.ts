import type { IncomingMessage } from 'node:http'
import { AppError } from '@/lib/core/errors'
import { type Collector, collectBytes } from '@/lib/http/collect-bytes'
import { tooLarge, tooSlow } from '@/lib/http/read-body'

/** More than this of a body that is refused is not thrown away: its connection ends. */
const maxDiscardedBytes = 8 * 1024 * 1024

type Limits = {
  maxBytes: number
  deadlineMs: number
  /** Gets the number of bytes as they come, and refuses them by throwing an AppError. */
  onArrival: (bytes: number) => void
}

/**
 * The body of a request of Node when all of it is here, why it is refused, or null when its sender hung up. Of one that
 * is refused the rest is thrown away as it comes, so that its sender gets the reason; the connection of one that comes
 * byte by byte ends. Refused with: too_large, timed_out.
 */
export function receiveBody(request: IncomingMessage, limits: Limits): Promise<Buffer | AppError | null> {
  const { maxBytes, deadlineMs, onArrival } = limits
  return new Promise((resolve, reject) => {
    let collected: Collector | null = collectBytes()
    let length = 0
    const settle = (outcome: Buffer | AppError | null) => {
      clearTimeout(timer)
      collected = null
      resolve(outcome)
    }
    const timer = setTimeout(() => settle(tooSlow(deadlineMs)), deadlineMs)
    const take = (chunk: Buffer) => {
      if (length > maxBytes) throw tooLarge(maxBytes)
      onArrival(chunk.length)
      if (!collected?.add(chunk)) request.socket.destroy()
    }
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > maxDiscardedBytes) request.socket.destroy()
      if (collected === null) return
      try {
        take(chunk)
      } catch (error) {
        if (error instanceof AppError) settle(error)
        else reject(error)
      }
    })
    request.on('end', () => settle(collected?.bytes() ?? null))
    request.on('error', () => settle(null))
    request.on('close', () => settle(null))
    if (Number(request.headers['content-length']) > maxBytes) settle(tooLarge(maxBytes))
  })
}
