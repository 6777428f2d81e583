import { createHash } from 'node:crypto'
import { authCookieName } from '@/lib/accounts/auth/cookie-names'
import { currentRequest } from '@/lib/http/request-context'

const rememberedMs = 10 * 60 * 1000
const maxRemembered = 10_000

type Incoming = { headers: { authorization?: string | undefined; cookie?: string | undefined } }

/** Of the process: the instrumentation and each page have this file for themselves. */
const holder = globalThis as { leadlineKnownCallers?: Map<string, number> }

/**
 * Remembers for ten minutes that the key, token or session cookie of a request, by default the current one, was accepted.
 * Only turns depend on it: each request is checked all the same.
 */
export function rememberCaller(request: Incoming | null = currentRequest()): void {
  const caller = request && callerOf(request)
  if (!caller) return
  const known = remembered()
  known.delete(caller)
  known.set(caller, performance.now() + rememberedMs)
  const [oldest] = known.keys()
  if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest)
}

/** Whether what a request authenticates itself with was accepted in the last ten minutes. */
export function isKnownCaller(request: Incoming): boolean {
  const caller = callerOf(request)
  return caller !== null && (remembered().get(caller) ?? 0) > performance.now()
}

/** The value of the session cookie of a request, as the browser sent it. */
export function sealedSessionOf({ headers }: Incoming): string | undefined {
  const start = `${authCookieName('session-token')}=`
  const cookies = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim())
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length)
}

/** The secret is kept as its hash. */
function callerOf(request: Incoming): string | null {
  const secret = request.headers.authorization ?? sealedSessionOf(request)
  return secret === undefined ? null : createHash('sha256').update(secret).digest('base64')
}

function remembered(): Map<string, number> {
  holder.leadlineKnownCallers ??= new Map()
  return holder.leadlineKnownCallers
}
