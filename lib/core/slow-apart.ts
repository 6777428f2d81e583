import type { Semaphores } from '@/lib/core/semaphore'

type Limits = {
  /** Runs at once of quick keys, and of each of them. */
  quick: number
  each: number
  /** Runs at once of slow keys, one of each. */
  slow: number
  /** Milliseconds after which a run makes its key slow, and leaves its place to quick ones. */
  slowMs: number
  /** Milliseconds that a key stays slow after that, whatever its next runs take. */
  restMs: number
}

type Owner = { waiting: ((place: Place) => void)[]; running: number; slow: boolean; slowUntil: number }
type Place = { slow: boolean }

/**
 * Runs work a few at once, each key in its turn. Keys of which a run took long share places of their own for a while,
 * so that they keep quick ones waiting for a moment at most; `quick + slow` run at once in all.
 */
export function slowApart<Key>({ quick, each, slow, slowMs, restMs }: Limits): Semaphores<Key> {
  const owners = new Map<Key, Owner>()
  const running = { quick: 0, slow: 0 }

  /** A key whose time is over is quick again, unless a run of it takes long right now. */
  const rest = ([key, owner]: [Key, Owner]) => {
    if (!owner.slow || owner.running > 0 || performance.now() < owner.slowUntil) return
    owner.slow = false
    if (owner.waiting.length === 0) owners.delete(key)
  }

  const fits = (owner: Owner): boolean =>
    running.quick + running.slow < quick + slow &&
    (owner.slow ? owner.running === 0 && running.slow < slow : owner.running < each && running.quick < quick)

  const change = (owner: Owner, place: Place, by: 1 | -1) => {
    owner.running += by
    running[place.slow ? 'slow' : 'quick'] += by
  }

  const startNext = () => {
    for (const owner of owners) rest(owner)
    const next = [...owners].find(([, owner]) => owner.waiting.length > 0 && fits(owner))
    if (!next) return
    const [key, owner] = next
    // Now the last in turn.
    owners.delete(key)
    owners.set(key, owner)
    const place = { slow: owner.slow }
    change(owner, place, 1)
    owner.waiting.shift()?.(place)
    startNext()
  }

  const becomeSlow = (owner: Owner, place: Place) => {
    owner.slow = true
    change(owner, place, -1)
    place.slow = true
    change(owner, place, 1)
    startNext()
  }

  const run = async <T>(owner: Owner, place: Place, work: () => Promise<T>): Promise<T> => {
    let tookLong = false
    const timer = setTimeout(() => {
      tookLong = true
      becomeSlow(owner, place)
    }, slowMs).unref()
    try {
      return await work()
    } finally {
      clearTimeout(timer)
      if (tookLong) owner.slowUntil = performance.now() + restMs
      owner.slow = tookLong || performance.now() < owner.slowUntil
      change(owner, place, -1)
    }
  }

  return async (key, work) => {
    const owner = owners.get(key) ?? { waiting: [], running: 0, slow: false, slowUntil: 0 }
    owners.set(key, owner)
    const place = await new Promise<Place>((start) => {
      owner.waiting.push(start)
      startNext()
      if (owner.slow) setTimeout(startNext, owner.slowUntil - performance.now()).unref()
    })
    try {
      return await run(owner, place, work)
    } finally {
      if (owner.running + owner.waiting.length === 0 && !owner.slow) owners.delete(key)
      startNext()
    }
  }
}
