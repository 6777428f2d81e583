type Level = 'info' | 'warn' | 'error'
type Fields = Record<string, unknown>
type Write = (event: string, fields?: Fields) => void

export type Log = Record<Level, Write>

/** One JSON line per event on standard error. Masks secrets and never throws. */
export const log: Log = {
  info: (event, fields) => console.error(formatLogLine('info', event, fields)),
  warn: (event, fields) => console.error(formatLogLine('warn', event, fields)),
  error: (event, fields) => console.error(formatLogLine('error', event, fields)),
}

/** The line that `log` writes, without its end. `time`, `level` and `event` win over fields of that name. */
export function formatLogLine(level: Level, event: string, fields: Fields = {}, time = new Date()): string {
  const head = { time: time.toISOString(), level, event: mask(event) }
  const cleaned = cleanFields(fields, { depth: 0, budget: { left: maxValues } })
  return JSON.stringify({ ...head, ...cleaned, ...head })
}

const maxDepth = 6
const maxValues = 500
const maxTextLength = 10_000

type Walk = { depth: number; budget: { left: number } }

const secretName =
  /(authorization|cookies?|tokens?|keys?|passwords?|secrets?|hash|credentials?|body|headers?|payload|metadata)$/

function cleanFields(fields: object, walk: Walk): Fields {
  const cleaned = Object.keys(fields)
    .slice(0, walk.budget.left)
    .map((name) => [mask(name), cleanField(fields, name, walk)])
  return Object.fromEntries(cleaned)
}

function cleanField(owner: object, name: string, walk: Walk): unknown {
  if (secretName.test(name.replaceAll(/[^a-z]/gi, '').toLowerCase())) return '[redacted]'
  try {
    return clean(Reflect.get(owner, name), { ...walk, depth: walk.depth + 1 })
  } catch {
    return '[unreadable]'
  }
}

function clean(value: unknown, walk: Walk): unknown {
  walk.budget.left -= 1
  if (typeof value === 'string') return mask(value)
  if (value === null || ['boolean', 'number', 'undefined'].includes(typeof value)) return value
  if (typeof value !== 'object') return mask(String(value))
  if (walk.depth > maxDepth || walk.budget.left <= 0) return '[cut off]'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (Array.isArray(value)) return Object.values(cleanFields(value, walk))
  return cleanFields(value instanceof Error ? errorFields(value) : value, walk)
}

function errorFields(error: Error): Fields {
  const { name, message, stack, cause } = error
  return { name, message, code: 'code' in error ? error.code : undefined, stack, cause }
}

const secretTexts: [pattern: RegExp, replacement: string][] = [
  [/ldl_\w+/g, 'ldl_***'],
  [/\b(github_pat_|gh[opsur]_|glpat-|whsec_)[\w+/=-]+/g, '$1***'],
  [/\bBearer\s+[^"']+/g, 'Bearer ***'],
  [/\b(https?:\/\/)[^\s/?#@]{1,2000}@/gi, '$1***@'],
  [/\b((?!https?:)[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s"']{1,2000}@/gi, '$1***@'],
  [/((?:password|token|secret|api[_-]?key)=)[^\s&"']+/gi, '$1***'],
]

function mask(text: string): string {
  const short = text.slice(0, maxTextLength)
  return secretTexts.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), short)
}
