import { outgoingClient } from '@/lib/http/outgoing/client'
import { OutgoingError } from '@/lib/http/outgoing/outgoing-error'
import type { Outcome } from './outcome'

const timeoutMs = 10_000

/** Of an answer, which no one reads. */
const maxBytes = 64 * 1024

const hour = 3_600_000

/**
 * Posts JSON to an address that an organization gave. What the receiver answers is never quoted, only its status: the
 * words do not tell a closed port from a filtered one. Throws the reason of an aborted signal, and nothing else.
 */
export async function postJson(
  url: string,
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Outcome> {
  const { origin, host } = new URL(url)
  const call = outgoingClient({ origin, timeoutMs, maxBytes, maxRedirects: 0 })
  const sent = { 'Content-Type': 'application/json', 'User-Agent': 'Leadline', ...headers }
  try {
    const answer = await call(url, { method: 'POST', headers: sent, body, signal })
    return judge(answer.status, retryAfterMs(answer.headers.get('retry-after'), new Date()))
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof OutgoingError)) throw error
    return failureOf(error, host)
  }
}

function failureOf({ reason, message }: OutgoingError, host: string): Outcome {
  if (reason === 'origin' || reason === 'redirects')
    return { result: 'given up', words: `${host} redirects, which is not followed. Enter the address it redirects to.` }
  // The receiver has it by then: to send it again would only make it twice.
  if (reason === 'size') return { result: 'given up', words: message }
  return { result: 'again', words: message, afterMs: null }
}

/** What a status means. */
export function judge(status: number, afterMs: number | null): Outcome {
  const words = `Answered ${status}`
  if (status >= 200 && status < 300) return { result: 'delivered', words }
  if (status === 410) return { result: 'gone', words }
  if (status === 408 || status === 429 || status >= 500) return { result: 'again', words, afterMs }
  return { result: 'given up', words }
}

/** Of `Retry-After`: seconds or a date, six hours at most; null for none that makes sense. */
export function retryAfterMs(header: string | null, now: Date): number | null {
  const text = header?.trim() ?? ''
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text.slice(0, 40)) - now.getTime()
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, 6 * hour) : null
}
