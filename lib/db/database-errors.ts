/** SQLSTATE classes and codes that say "not now" rather than "never": connection, resources, shutdown, time limits. */
const transientStates = /^(08...|53...|57P0[1-5]|57014|55P03|40001|40P01|25P0[34]|25006|28000|28P01|3D000|58000|58030)$/

/** Those among them by which Postgres gives up a statement, not the connection: cancelled, lock or turn not granted. */
const statementStates = /^(57014|55P03|40001|40P01)$/

const transientSystemErrors = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EMFILE',
  'ENFILE',
])

/** node-postgres reports its own time limits and lost connections by text alone. */
const transientTexts =
  /timeout exceeded when trying to connect|^timeout expired$|Query read timeout|Connection terminated|not queryable/i

/** What Prisma makes of system errors, and of a transaction for which no connection came in time. */
const transientKinds = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TlsConnectionError'])
const noTransaction = 'P2028'

/** The time that a request has for the database is up. */
export class DatabaseUnavailableError extends Error {}

/** Whether an error means that Postgres could not be reached or had no room, so that the caller should try again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return true
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  if (!(error instanceof Error)) return false
  const code = codeOf(error)
  if (transientStates.test(code) || transientSystemErrors.has(code) || code === noTransaction) return true
  const { kind, originalCode } = adapterCauseOf(error)
  if (transientKinds.has(String(kind)) || transientStates.test(String(originalCode))) return true
  return transientTexts.test(error.message) || isDatabaseUnavailable(error.cause)
}

/** Whether the connection that an error came from is lost, or may be. A request that ran out of time loses none. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof DatabaseUnavailableError) return false
  return isDatabaseUnavailable(error) && !(error instanceof Error && statementStates.test(codeOf(error)))
}

/** Whether a statement was given up because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && [codeOf(error), adapterCauseOf(error).originalCode].includes('57014')
}

/** Whether a statement was given up because another session kept a lock for too long. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && [codeOf(error), adapterCauseOf(error).originalCode].includes('55P03')
}

/** Whether Postgres answers, but knows no such account, password or database: the address is wrong, not the moment. */
export function isLoginRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ['28000', '28P01', '3D000'].includes(codeOf(error)) || isLoginRefused(error.cause)
}

/** Whether a Prisma error says that a unique value exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'P2002'
}

/** What the adapter says under an error of Prisma: the SQLSTATE, or a kind in place of a system error. */
function adapterCauseOf(error: Error): { kind?: unknown; originalCode?: unknown } {
  const { driverAdapterError } = ('meta' in error && Object(error.meta)) || {}
  return Object(Object(driverAdapterError).cause)
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
