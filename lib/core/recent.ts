/** Gives what `find` found in the last `maxAgeMs`, else what it finds now; callers at once share a look-up. */
export function createRecent<T>(maxAgeMs: number, find: () => Promise<T>): () => Promise<T> {
  let found: { atMs: number; value: Promise<T> } | null = null
  return () => {
    if (found === null || performance.now() - found.atMs > maxAgeMs) found = { atMs: performance.now(), value: find() }
    return found.value
  }
}
