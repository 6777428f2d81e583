import { createPauses } from './pauses'
import type { Steps } from './steps'

/** Runs one step after the other, and lets everything else have its turn in between. */
export async function runInSteps<Result>(steps: Steps<Result>, pause = createPauses()): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await pause()
  }
}
