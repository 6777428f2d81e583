import { setImmediate } from 'node:timers/promises'

const maxHeldMs = 10

/** For work that may take long in one go: called again and again, it lets everything else have its turn every 10 ms. */
export function createPauses(): () => Promise<void> {
  let heldSince = performance.now()
  return async () => {
    if (performance.now() - heldSince < maxHeldMs) return
    await setImmediate()
    heldSince = performance.now()
  }
}
