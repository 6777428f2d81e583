/** Every way a request can fail, with the HTTP status that says so. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  timed_out: 408,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof statusOf

class Failure extends Error {
  static override readonly name = 'AppError'

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'AppError'
  }
}

/** The parts of the server that are bundled apart share one, since they throw to each other. */
const holder = globalThis as { leadlineAppError?: typeof Failure }
holder.leadlineAppError ??= Failure

/** A failure with a text that its reader can act on; `headers` go to HTTP callers as they are. */
export const AppError = holder.leadlineAppError
export type AppError = Failure

/** The refusal of a payload, in the words of the contract. */
export function invalidPayload(reason: string): AppError {
  return new AppError('invalid', `Invalid payload: ${reason}`)
}
