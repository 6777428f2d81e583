import { z } from 'zod'
import { crowdOfPerson } from '@/lib/accounts/members/crowd-of-person'
import {
  clientNameSchema,
  maxClientIdLength,
  type OauthClient,
  redirectUrisSchema,
} from '@/lib/accounts/oauth/client-schema'
import { limitPerson } from '@/lib/accounts/oauth/limit-person'
import { isLoopback } from '@/lib/accounts/oauth/redirect-uri'
import { env } from '@/lib/core/env'
import { AppError } from '@/lib/core/errors'
import { parseUrl } from '@/lib/core/parse-url'
import { createPlaces } from '@/lib/core/places'
import { outgoingClient } from '@/lib/http/outgoing/client'
import { outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'
import { noteHostAwaited } from '@/lib/http/request-context'

const timeoutMs = 5_000
const maxBytes = 64 * 1024
const maxCached = 200
const defaultSeconds = 300
const maxSeconds = 24 * 60 * 60

const schema = z.object({
  client_id: z.string(),
  client_name: clientNameSchema.optional(),
  redirect_uris: redirectUrisSchema,
  token_endpoint_auth_method: z.literal('none').default('none'),
  grant_types: z.array(z.string()).default(['authorization_code']),
})

type Cached = { client: OauthClient; until: number }

/** A host may take its time: many are called at once, and few for one person or organization or at one host. */
const limits = { places: 16, kept: 0, share: 2, waiting: 100, maxWaitMs: 10_000 }

/** Of the process: each page has this file for itself. */
const holder = globalThis as {
  leadlineClientDocuments?: Map<string, Cached>
  leadlineDocumentPlaces?: ReturnType<typeof createPlaces>
}
holder.leadlineClientDocuments ??= new Map()
holder.leadlineDocumentPlaces ??= createPlaces(limits)
const cache = holder.leadlineClientDocuments
const withPlace = holder.leadlineDocumentPlaces

/**
 * The application that describes itself in a document at the address that is its id (OAuth Client ID Metadata Document),
 * fetched on behalf of a user unless it was a short while ago. Throws `invalid` for an address or document that is not
 * valid, `rate_limited`, and `unavailable` where too many are read at once.
 */
export async function readClientDocument(id: string, userId: number): Promise<OauthClient> {
  requireDocumentAddress(id)
  const known = cache.get(id)
  if (known && known.until > Date.now()) return known.client
  await limitPerson(userId)
  const keys = [`person ${userId}`, `host ${new URL(id).host}`, ...crowdOfPerson(userId)]
  const claim = { keys, shared: [`address ${addressOfTurn()}`], known: false }
  noteHostAwaited()
  const { client, seconds } = await withPlace(claim, () => fetchDocument(id))
  remember(id, { client, until: Date.now() + seconds * 1000 })
  return client
}

function requireDocumentAddress(id: string): void {
  const url = parseUrl(id)
  const plain = url && url.href === id && url.username === '' && url.password === '' && url.hash === ''
  if (!plain || url.pathname === '/' || id.length > maxClientIdLength || !isCallable(url))
    throw new AppError('invalid', 'The client id of the application is not a valid https:// address with a path.')
}

/** Where connections may lead to the machine itself, an application that is being developed there may be http. */
function isCallable({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || (env().PRIVATE_HOSTS === 'allow' && isLoopback(hostname))
}

async function fetchDocument(id: string): Promise<{ client: OauthClient; seconds: number }> {
  const { origin, host } = new URL(id)
  const call = outgoingClient({ origin, timeoutMs, maxBytes, maxRedirects: 0 })
  const answer = await call(id, { headers: { Accept: 'application/json' } }).catch((error: unknown) => {
    throw outgoingErrorOf(error) ? unreadable(host, error) : error
  })
  if (answer.status !== 200) throw unreadable(host)
  const parsed = schema.safeParse(await answer.json().catch(() => null))
  if (!parsed.success || parsed.data.client_id !== id || !parsed.data.grant_types.includes('authorization_code'))
    throw unreadable(host)
  const { client_name: name = host, redirect_uris: redirectUris } = parsed.data
  return { client: { id, name, redirectUris }, seconds: secondsToKeep(answer.headers.get('cache-control') ?? '') }
}

/** One text, so that it does not distinguish what is behind an address. */
function unreadable(host: string, cause?: unknown): AppError {
  return new AppError('invalid', `No valid client metadata document could be read from ${host}.`, {}, { cause })
}

function secondsToKeep(cacheControl: string): number {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return 0
  const seconds = /\bmax-age=(\d{1,9})\b/i.exec(cacheControl)?.[1]
  return seconds === undefined ? defaultSeconds : Math.min(Number(seconds), maxSeconds)
}

function remember(id: string, entry: Cached): void {
  cache.delete(id)
  const [oldest] = cache.keys()
  if (oldest !== undefined && cache.size >= maxCached) cache.delete(oldest)
  cache.set(id, entry)
}
