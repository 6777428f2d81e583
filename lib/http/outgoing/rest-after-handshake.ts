import { performance } from 'node:perf_hooks'
import { lastAddress } from '@/lib/http/rate-limit/client-address'

/** One with an honest host keeps the process busy for a few milliseconds. */
const cheapMs = 20
/** After a dear one the next waits nine times as long as the process was busy: others have nine tenths of its time. */
const [restFactor, maxRestMs] = [9, 10_000]
/** Those that waited begin so far apart that what one costs is mostly known before the next. */
const spacingMs = 100

/** So many names are known to be cheap. */
const maxKnown = 1_000

/** The caller has given up by then: what waited for so long gives way, so that a crowd holds up no one who comes later. */
const givesWayMs = 10_000

/**
 * Opens a connection to a host once that may be done; `open` returns how long the process was busy with it. Rejects where
 * that takes too long.
 */
type InTurn = (host: string, open: () => Promise<number>) => Promise<void>

/**
 * After a handshake that kept the process busy, those with hosts that are not known to be cheap wait for one rest of all
 * of them, and begin one after the other: a host may send many certificates of its own making, whose signatures are all
 * checked before any is believed, and has as many names as it likes. Domains take turns, so that the crowd of one keeps
 * another waiting for one of it at most, and a handshake that does not end keeps none.
 */
export function createHandshakes({ maxWaitMs = givesWayMs } = {}): InTurn {
  const cheap = new Set<string>()
  const waiting = new Map<string, Set<() => void>>()
  let restsUntil = 0
  let isDue = false
  const leftMs = () => Math.max(restsUntil - performance.now(), 0)

  const beginSoon = () => {
    if (isDue || waiting.size === 0) return
    isDue = true
    setTimeout(beginNext, leftMs()).unref()
  }

  const beginNext = () => {
    isDue = false
    const [crowd] = waiting
    if (crowd && leftMs() === 0) begin(...crowd)
    beginSoon()
  }

  const begin = (domain: string, [first, ...others]: Iterable<() => void>) => {
    // Its next one comes after one of each other domain.
    waiting.delete(domain)
    if (others.length > 0) waiting.set(domain, new Set(others))
    restsUntil = performance.now() + spacingMs
    first?.()
  }

  const turnOf = (domain: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      const giveWay = () => {
        const crowd = waiting.get(domain)
        crowd?.delete(enter)
        if (crowd?.size === 0) waiting.delete(domain)
        reject(new Error('waited too long to connect to an unknown host'))
      }
      const timer = setTimeout(giveWay, maxWaitMs).unref()
      waiting.set(domain, (waiting.get(domain) ?? new Set()).add(enter))
      beginSoon()
    })

  return async (host, open) => {
    if (!cheap.has(host) && (leftMs() > 0 || waiting.size > 0)) await turnOf(domainOf(host))
    const busyMs = await open()
    cheap.delete(host)
    if (busyMs <= cheapMs) cheap.add(host)
    else restsUntil = performance.now() + Math.min(leftMs() + restFactor * busyMs, maxRestMs)
    const [oldest] = cheap
    if (oldest !== undefined && cheap.size > maxKnown) cheap.delete(oldest)
  }
}

/** What belongs to one owner, under however many names: the last two labels, or an address or its network. */
function domainOf(host: string): string {
  return lastAddress(host.replace(/^\[|\]$/g, '')) ?? host.replace(/\.$/, '').split('.').slice(-2).join('.')
}
