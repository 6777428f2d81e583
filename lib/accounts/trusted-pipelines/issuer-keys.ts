import type { JWK } from 'jose'
import { AppError } from '@/lib/core/errors'
import { createPlaces } from '@/lib/core/places'
import { logFailure } from '@/lib/http/http'
import { IssuerError, type KeySet, readKeySet } from './read-key-set'

/** How long the keys of an issuer are used before they are read again, and after that while they cannot be read. */
const freshMs = 10 * 60_000
const keptMs = 24 * 3_600_000

/** How long keys that could not be read are not read again. */
const failedMs = 10_000

/** How soon after they were read they are read again for a key that is not among them. */
const readAgainMs = 30_000

const maxIssuers = 500

/** An issuer may never answer: many are called at once, and few for one organization or at one host. */
const limits = { places: 16, kept: 0, share: 2, waiting: 200, maxWaitMs: 2_000 }

type Dated<T> = T & { atMs: number }

/** Of the process: the parts of the server that are bundled apart share it. */
type Holder = {
  sets: Map<string, Dated<{ keys: KeySet }>>
  failures: Map<string, Dated<{ error: IssuerError }>>
  reading: Map<string, Promise<KeySet>>
  withPlace: ReturnType<typeof createPlaces>
}
const holder = globalThis as { leadlineIssuers?: Holder }
holder.leadlineIssuers ??= {
  sets: new Map(),
  failures: new Map(),
  reading: new Map(),
  withPlace: createPlaces(limits),
}
const { sets, failures, reading, withPlace } = holder.leadlineIssuers

/** The key of an issuer with this id, if it was read in the last 24 hours: the issuer is not called. */
export function keptIssuerKey(issuer: string, keyId: string): JWK | null {
  return youngerThan(keptMs, latestSet(issuer))?.keys.get(keyId) ?? null
}

/**
 * The key of an issuer with this id, kept or read on behalf of an organization that trusts the issuer; null where it has
 * none, and where its keys could never be used. Throws `unavailable` while it does not answer.
 */
export async function findIssuerKey(issuer: string, keyId: string, organizationId: number): Promise<JWK | null> {
  const fresh = youngerThan(freshMs, latestSet(issuer))
  const key = fresh?.keys.get(keyId)
  if (key || youngerThan(readAgainMs, fresh)) return key ?? null
  try {
    return (await keysOf(issuer, organizationId)).get(keyId) ?? null
  } catch (error) {
    const kept = keptIssuerKey(issuer, keyId)
    if (kept) return kept
    if (!(error instanceof IssuerError)) throw error
    // What was read before is out of order for a time; an address that must not be called stays one.
    const isTemporary = error.kind === 'temporary' || (error.kind === 'wrong' && sets.has(issuer))
    if (isTemporary) throw unavailable()
    return null
  }
}

/** The last keys that were read of an issuer. Those used least recently make room for others. */
function latestSet(issuer: string): Dated<{ keys: KeySet }> | undefined {
  const set = sets.get(issuer)
  if (set) remember(sets, issuer, set)
  return set
}

async function keysOf(issuer: string, organizationId: number): Promise<KeySet> {
  const failed = youngerThan(failedMs, failures.get(issuer))
  if (failed) throw failed.error
  // Organizations do not wait for each other's places.
  const name = `${organizationId} ${issuer}`
  const running = reading.get(name) ?? readInPlace(issuer, organizationId).finally(() => reading.delete(name))
  reading.set(name, running)
  return running
}

async function readInPlace(issuer: string, organizationId: number): Promise<KeySet> {
  const { host } = new URL(issuer)
  const keys = [`organization ${organizationId}`, `host ${host}`]
  // Others reach a host that is slow while one organization has it read many paths.
  const one = `organization ${organizationId} at ${host}`
  const begunMs = performance.now()
  try {
    return await withPlace({ keys, one, known: false }, async () => {
      // Another organization may have read them meanwhile.
      const recent = youngerThan(performance.now() - begunMs, sets.get(issuer))
      return recent?.keys ?? read(issuer)
    })
  } catch (error) {
    throw error instanceof AppError ? unavailable() : error
  }
}

async function read(issuer: string): Promise<KeySet> {
  try {
    const keys = await readKeySet(issuer)
    remember(sets, issuer, { keys, atMs: performance.now() })
    failures.delete(issuer)
    return keys
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    logFailure('keys of an issuer could not be read', error, { issuer, reason })
    if (error instanceof IssuerError) remember(failures, issuer, { error, atMs: performance.now() })
    throw error
  }
}

function remember<T>(map: Map<string, T>, issuer: string, entry: T): void {
  map.delete(issuer)
  const [oldest] = map.keys()
  if (oldest !== undefined && map.size >= maxIssuers) map.delete(oldest)
  map.set(issuer, entry)
}

function youngerThan<T>(maxAgeMs: number, entry: Dated<T> | null | undefined): Dated<T> | null {
  return entry && performance.now() - entry.atMs < maxAgeMs ? entry : null
}

function unavailable(): AppError {
  return new AppError('unavailable', 'Temporarily unavailable, retry', { 'Retry-After': String(failedMs / 1000) })
}
