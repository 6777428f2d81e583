type Options = { pauseMilliseconds: number; now: () => number }

export type CircuitBreaker = {
  /** Always `call` while all is well; after a failure `skip`, with one `probe` at the end of each pause. */
  next: () => 'call' | 'probe' | 'skip'
  succeeded: () => void
  failed: () => void
}

/** Keeps callers away from a service that just failed. A probe must take less time than the pause. */
export function createCircuitBreaker({ pauseMilliseconds, now }: Options): CircuitBreaker {
  let pausedUntil: number | undefined
  const pause = () => {
    pausedUntil = now() + pauseMilliseconds
  }
  return {
    next: () => {
      if (pausedUntil === undefined) return 'call'
      if (now() < pausedUntil) return 'skip'
      pause()
      return 'probe'
    },
    succeeded: () => {
      pausedUntil = undefined
    },
    failed: pause,
  }
}
