type Run<T> = { current: Promise<T>; next: Promise<T> | null }

/** Runs work on a key, or joins the run on it that begins after the call. */
export type ShareNext<Key, T> = (key: Key, work: () => Promise<T>) => Promise<T>

/**
 * Lets callers at once share one run on a key: the one that begins after their call, so that it sees all that was
 * stored before. The work of the first who waits is run for all of them.
 */
export function createShareNext<Key, T>(): ShareNext<Key, T> {
  const runs = new Map<Key, Run<T>>()
  const start: ShareNext<Key, T> = (key, work) => {
    const run: Run<T> = { current: work(), next: null }
    runs.set(key, run)
    const forget = () => {
      if (run.next === null) runs.delete(key)
    }
    run.current.then(forget, forget)
    return run.current
  }
  return (key, work) => {
    const running = runs.get(key)
    if (!running) return start(key, work)
    const again = () => start(key, work)
    running.next ??= running.current.then(again, again)
    return running.next
  }
}
