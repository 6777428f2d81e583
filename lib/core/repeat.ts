import { asClaimant } from './current-claimant'

export type Repeated = {
  /** Runs it at once, or again after the run that has begun. */
  wake: () => void
  /** Resolves when no run is left; begins none when the signal is aborted. */
  ended: () => Promise<void> | undefined
}

/**
 * Runs `work`, which never rejects, again after as many milliseconds as it returns, or at once when it is woken; for the
 * process, whatever woke it.
 */
export function repeat(stop: AbortSignal, work: () => Promise<number>): Repeated {
  let running: Promise<void> | undefined
  let again = false
  let timer: NodeJS.Timeout | undefined
  const wake = () => {
    again = running !== undefined
    if (stop.aborted || again) return
    clearTimeout(timer)
    running = asClaimant(work).then((afterMs) => {
      running = undefined
      if (again) return wake()
      if (stop.aborted) return
      timer = setTimeout(wake, afterMs)
      timer.unref()
    })
  }
  const ended = () => {
    clearTimeout(timer)
    return running
  }
  return { wake, ended }
}

/** As `repeat`, several times side by side: what takes long in one lane keeps the others from nothing. */
export function repeatInLanes(lanes: number, stop: AbortSignal, work: () => Promise<number>): Repeated {
  const all = Array.from({ length: lanes }, () => repeat(stop, work))
  return {
    wake: () => {
      for (const { wake } of all) wake()
    },
    ended: async () => {
      await Promise.all(all.map(({ ended }) => ended()))
    },
  }
}
