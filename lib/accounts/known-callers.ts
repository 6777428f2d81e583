import { hash } from 'node:crypto'
import { authCookieName, withoutSpace } from '@/lib/accounts/auth/cookie-names'
import { bearerOf } from '@/lib/core/checked-token'

const rememberedMs = 10 * 60 * 1000

/** Of one crowd, which may have as many keys and people as it likes, and of all. */
const maxEach = 1_000
const maxAll = 20_000

type Incoming = { headers: { authorization?: string | undefined; cookie?: string | undefined } }

/**
 * By the hash of a secret the crowd it is of, and by crowd until when its secrets are known, in the order of their use.
 */
type Known = { crowds: Map<string, string>; secrets: Map<string, Map<string, number>> }

/** Of the process: the instrumentation and each page have this file for themselves. */
const holder = globalThis as { leadlineKnownCallers?: Known }

/**
 * Remembers for ten minutes that a key, token or session was accepted, and of which crowd it is: `organization 3`. Only
 * turns depend on it: each request is checked all the same.
 */
export function rememberCaller(secret: string, crowd: string): void {
  const hashed = hashOf(secret)
  forget(hashed)
  const { crowds, secrets } = known()
  const own = secrets.get(crowd) ?? new Map<string, number>()
  own.set(hashed, performance.now() + rememberedMs)
  crowds.set(hashed, crowd)
  // Now the last that was used.
  secrets.delete(crowd)
  secrets.set(crowd, own)
  if (own.size > maxEach) forgetOldest(own)
  const [leastRecent] = secrets.values()
  if (crowds.size > maxAll && leastRecent) forgetOldest(leastRecent)
}

/**
 * The crowd of who sends a request, when the key, token or session in it was accepted in the last ten minutes; else
 * null.
 */
export function knownCrowd(request: Incoming): string | null {
  const token = bearerOf(request.headers.authorization ?? null)
  return crowdOf(token) ?? crowdOf(sealedSessionOf(request))
}

/** The value of the session cookie of a request, as the browser sent it. */
export function sealedSessionOf({ headers }: Incoming): string | null {
  const start = `${authCookieName('session-token')}=`
  const cookies = (headers.cookie ?? '').split(';').map(withoutSpace)
  return cookies.find((cookie) => cookie.startsWith(start))?.slice(start.length) ?? null
}

function crowdOf(secret: string | null): string | null {
  if (secret === null) return null
  const hashed = hashOf(secret)
  const { crowds, secrets } = known()
  const crowd = crowds.get(hashed)
  const until = crowd === undefined ? undefined : secrets.get(crowd)?.get(hashed)
  return crowd !== undefined && until !== undefined && until > performance.now() ? crowd : null
}

function forget(hashed: string): void {
  const { crowds, secrets } = known()
  const crowd = crowds.get(hashed)
  if (crowd === undefined) return
  const own = secrets.get(crowd)
  crowds.delete(hashed)
  own?.delete(hashed)
  if (own?.size === 0) secrets.delete(crowd)
}

function forgetOldest(own: ReadonlyMap<string, number>): void {
  const [oldest] = own.keys()
  if (oldest !== undefined) forget(oldest)
}

function known(): Known {
  holder.leadlineKnownCallers ??= { crowds: new Map(), secrets: new Map() }
  return holder.leadlineKnownCallers
}

/** Secrets themselves are not kept. */
function hashOf(secret: string): string {
  return hash('sha256', secret, 'base64')
}
