/** How a reader bears with a host that is slow, limits it or fails for a moment. */
export type Patience = {
  /** Whether what may pass is tried again, and limits of seconds are waited for. */
  tryAgain: boolean
  answerWithinMs: number
  /** How long a second of waiting takes; tests have less time. */
  secondMs: number
}

/** Of work in the background. */
export const lasting: Patience = { tryAgain: true, answerWithinMs: 60_000, secondMs: 1_000 }

/** Of somebody who waits for the answer. */
export const brief: Patience = { ...lasting, tryAgain: false, answerWithinMs: 10_000 }
