/**
 * Why a call failed. `address`: the name leads to no address that may be called; `origin`: the answer leads to another
 * server; `redirects`: it redirects too often; `size` and `timeout`: it is too long or took too long; `network`:
 * anything else, such as a refused connection.
 */
export type OutgoingFailure = 'address' | 'origin' | 'redirects' | 'size' | 'timeout' | 'network'

/** A call that failed, in words for people that quote nothing of the answer. */
export class OutgoingError extends Error {
  constructor(
    readonly reason: OutgoingFailure,
    message: string,
    /** Of the operating system or undici, for the log. */
    readonly code: string | null = null,
  ) {
    super(message)
  }
}

/** The failed call behind an error, however often it was wrapped; null when there is none. */
export function outgoingErrorOf(error: unknown): OutgoingError | null {
  if (error instanceof OutgoingError) return error
  return error instanceof Error ? outgoingErrorOf(error.cause) : null
}
