export type BackOff<Key> = {
  /** Whether what failed is not to be tried again yet. */
  isResting: (key: Key) => boolean
  failed: (key: Key) => void
  succeeded: (key: Key) => void
}

/** What fails rests before it is tried again: twice as long each time in a row, up to `maxMs`. Known to this process alone. */
export function createBackOff<Key>(firstMs: number, maxMs: number, now = () => performance.now()): BackOff<Key> {
  const rests = new Map<Key, { until: number; ms: number }>()
  return {
    isResting: (key) => (rests.get(key)?.until ?? 0) > now(),
    failed: (key) => {
      const ms = Math.min((rests.get(key)?.ms ?? firstMs / 2) * 2, maxMs)
      rests.set(key, { until: now() + ms, ms })
    },
    succeeded: (key) => void rests.delete(key),
  }
}
