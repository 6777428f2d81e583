/** How a reader calls a host that is slow, limits it or fails for a moment. */
export type CallOptions = {
  /** Whether transient failures are retried, and rate limits of some seconds waited for. */
  retry: boolean
  timeoutMs: number
  /** How long a second of waiting takes; tests have less time. */
  secondMs: number
  /** What calls wait for after answers of many values; each client has its own unless it is shared. */
  rest?: { current: Promise<void> }
  /** Whose large answers are paid for together, as `outgoingClient` has it. */
  owner?: string
}

/** For work in the background. */
export const background: CallOptions = { retry: true, timeoutMs: 60_000, secondMs: 1_000 }

/** For a person who waits for the answer. */
export const interactive: CallOptions = { ...background, retry: false, timeoutMs: 10_000 }
