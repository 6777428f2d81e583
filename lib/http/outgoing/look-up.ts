import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { createPlaces } from '@/lib/core/places'
import { addressOfTurn } from '@/lib/http/rate-limit/client-address'

/** Names that are not known to be quick share one of two, so that a thread is left to files and passwords. */
const places = { places: 2, kept: 1, share: 1, waiting: 200, maxWaitMs: 5_000 }

/** The system waits for a name server, or for others on the network, for five seconds and more. */
const quickMs = 1_000

/** With the wait for a place. */
const timeoutMs = 10_000

/** So long a name that took long and led nowhere is not looked up again. */
const restMs = 60_000

/** So many names are known to be quick, and to rest. */
const maxKnown = 1_000

export type LookUp = (name: string) => Promise<LookupAddress[]>

/**
 * Looks names up as the system does it, which takes a thread for each and cannot be ended. Names that were quick the last
 * time have a place of their own; who gets the other one is chance, so that no crowd of slow names keeps all others
 * waiting. Throws for a name that leads nowhere, or not within ten seconds.
 */
export function createLookUps(lookUp: LookUp = (name) => lookup(name, { all: true })): LookUp {
  const withPlace = createPlaces(places)
  const quick = new Map<string, true>()
  const restsUntil = new Map<string, number>()

  const attempt = async (name: string) => {
    if ((restsUntil.get(name) ?? 0) > performance.now()) throw new Error(`${name} led nowhere a moment ago`)
    const began = performance.now()
    const isQuick = () => performance.now() - began <= quickMs
    quick.delete(name)
    try {
      const addresses = await lookUp(name)
      if (isQuick()) remember(quick, name, true)
      return addresses
    } catch (error) {
      if (!isQuick()) remember(restsUntil, name, performance.now() + restMs)
      throw error
    }
  }

  return async (name) => {
    const claim = { keys: [`name ${name}`], shared: [`address ${addressOfTurn()}`], known: quick.has(name) }
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`${name} took too long to look up`)), timeoutMs)
    })
    return Promise.race([withPlace(claim, () => attempt(name)), tooLong]).finally(() => clearTimeout(timer))
  }
}

function remember<Value>(known: Map<string, Value>, name: string, value: Value): void {
  known.delete(name)
  known.set(name, value)
  const [oldest] = known.keys()
  if (oldest !== undefined && known.size > maxKnown) known.delete(oldest)
}
