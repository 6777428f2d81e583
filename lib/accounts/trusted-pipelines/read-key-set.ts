import { isIP } from 'node:net'
import type { JWK } from 'jose'
import { z } from 'zod'
import { parseUrl } from '@/lib/core/parse-url'
import { type OutgoingCall, outgoingClient } from '@/lib/http/outgoing/client'
import { outgoingErrorOf } from '@/lib/http/outgoing/outgoing-error'

/** Both documents together. */
const timeoutMs = 4_000

/** A key set of GitHub or GitLab has ten to twenty thousand bytes, and ten keys at most. */
const maxBytes = 64 * 1024
const maxKeys = 100

/** The public keys of an issuer by their ids. */
export type KeySet = ReadonlyMap<string, JWK>

/** Why the keys of an issuer could not be read, in words for people. */
export class IssuerError extends Error {
  constructor(
    message: string,
    /** `temporary`: it may go away without anyone doing something; `address`: the issuer must not be called. */
    readonly kind: 'temporary' | 'wrong' | 'address',
  ) {
    super(message)
  }
}

const discoverySchema = z.object({ issuer: z.string(), jwks_uri: z.string() })

const base64url = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .regex(/^[\w-]+$/)
const idSchema = z.object({
  kid: z.string().min(1).max(500),
  use: z.literal('sig').optional(),
  alg: z.string().max(20).optional(),
})

/** RSA of 2,048 to 8,192 bits with an exponent of 32 at most: to check a signature takes less than a millisecond. */
const keySchema = z.discriminatedUnion('kty', [
  idSchema.extend({ kty: z.literal('RSA'), n: base64url(342, 1_366), e: base64url(2, 6) }),
  idSchema.extend({
    kty: z.literal('EC'),
    crv: z.enum(['P-256', 'P-384', 'P-521']),
    x: base64url(43, 88),
    y: base64url(43, 88),
  }),
  idSchema.extend({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: base64url(43, 43) }),
])

/**
 * Reads the public keys of an issuer, where its discovery document says they are. Keys that no signature can be checked
 * with at little cost are left out. Throws `IssuerError`.
 */
export async function readKeySet(issuer: string): Promise<KeySet> {
  const { origin } = new URL(issuer)
  const signal = AbortSignal.timeout(timeoutMs)
  const call = outgoingClient({ origin, timeoutMs, maxBytes, maxRedirects: 0 })
  const discovery = discoverySchema.safeParse(
    await readJson((request) => call(`${issuer}/.well-known/openid-configuration`, request), issuer, signal),
  )
  if (!discovery.success) throw new IssuerError(`${issuer} has no valid discovery document.`, 'wrong')
  const { issuer: name, jwks_uri: address } = discovery.data
  if (name !== issuer)
    throw new IssuerError(`${issuer} calls itself another name. Enter the issuer as its tokens have it.`, 'wrong')
  const url = parseUrl(address)
  if (url?.origin !== origin)
    throw new IssuerError(`The keys of ${issuer} are at another address, which is not called.`, 'wrong')
  const set = z
    .object({ keys: z.array(z.unknown()).max(maxKeys) })
    .safeParse(await readJson((request) => call(url, request), issuer, signal))
  if (!set.success)
    throw new IssuerError(`${issuer} has no valid key set, or one of more than ${maxKeys} keys.`, 'wrong')
  return toKeySet(set.data.keys)
}

type Call = (request: NonNullable<Parameters<OutgoingCall>[1]>) => Promise<Response>

async function readJson(call: Call, issuer: string, signal: AbortSignal): Promise<unknown> {
  const answer = await call({ headers: { Accept: 'application/json' }, signal }).catch((error: unknown) => {
    throw toIssuerError(error, issuer)
  })
  if (answer.status === 200) return answer.json().catch(() => null)
  const isTemporary = answer.status >= 500 || answer.status === 429
  throw new IssuerError(`${issuer} answered ${answer.status}.`, isTemporary ? 'temporary' : 'wrong')
}

function toIssuerError(error: unknown, issuer: string): unknown {
  if (error instanceof DOMException)
    return new IssuerError(`${issuer} did not answer in ${timeoutMs / 1000} seconds.`, 'temporary')
  const failed = outgoingErrorOf(error)
  if (!failed) return error
  const { reason, message } = failed
  // A name that leads nowhere now may be one whose name server does not answer.
  const isName = isIP(new URL(issuer).hostname.replace(/^\[|\]$/g, '')) === 0
  if (reason === 'address') return new IssuerError(message, isName ? 'temporary' : 'address')
  return new IssuerError(message, reason === 'timeout' || reason === 'network' ? 'temporary' : 'wrong')
}

function toKeySet(keys: readonly unknown[]): KeySet {
  const set = new Map<string, JWK>()
  for (const key of keys) {
    const { data } = keySchema.safeParse(key)
    if (data && !set.has(data.kid)) set.set(data.kid, data)
  }
  return set
}
