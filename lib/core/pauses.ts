import { setImmediate } from 'node:timers/promises'

const maxHeldMs = 5

/** A round of the event loop in which nothing else had its turn takes less. */
const idleRoundMs = 0.2

/**
 * For work that may take long in one go: called again and again, it lets everything else have its turn every 5 ms, until
 * nothing else wants one or others have had as long.
 */
export function createPauses(): () => Promise<void> {
  let heldSince = performance.now()
  return async () => {
    if (performance.now() - heldSince < maxHeldMs) return
    await letOthers(performance.now() - heldSince)
    heldSince = performance.now()
  }
}

async function letOthers(maxMs: number): Promise<void> {
  const begun = performance.now()
  let before = begun
  do {
    before = performance.now()
    await setImmediate()
  } while (performance.now() - before > idleRoundMs && performance.now() - begun < maxMs)
}
