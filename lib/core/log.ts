import { createLineLimit } from '@/lib/core/limit-lines'

type Level = 'info' | 'warn' | 'error'
type Fields = Record<string, unknown>
type Write = (event: string, fields?: Fields) => void

export type Log = Record<Level, Write>

/** How the console wrote before its methods began to write log lines. */
const holder = globalThis as { leadlineConsole?: Pick<Console, 'error'> }

/** One JSON line per event on standard error. Masks secrets and never throws. */
export const log: Log = {
  info: (event, fields) => write(formatLogLine('info', event, fields)),
  warn: (event, fields) => write(formatLogLine('warn', event, fields)),
  error: (event, fields) => write(formatLogLine('error', event, fields)),
}

/**
 * Makes one log line of what Next, Prisma and other libraries write with `console.error` or `console.warn`, and of what
 * Node warns of: some of it is text that a request brought along, over several lines. What is said again and again, such as of forms of another build,
 * which anyone may send, is left out and counted.
 */
export function logConsole(limit = createLineLimit()): void {
  holder.leadlineConsole ??= { error: console.error.bind(console) }
  const say = (level: 'error' | 'warn', said: unknown[]) => {
    const leftOut = limit(`${level} ${kindOf(said)}`)
    if (leftOut !== null) log[level]('server message', { said, ...(leftOut > 0 && { leftOut }) })
  }
  console.error = (...said) => say('error', said)
  console.warn = (...said) => say('warn', said)
  process.removeAllListeners('warning')
  process.on('warning', (warning) => say('warn', [warning]))
}

/** Where an error was thrown, because its text may be of a request; else how what is said begins. */
export function kindOf(said: readonly unknown[]): string {
  const [first] = said
  try {
    const error = said.find((value) => value instanceof Error)
    const kind = error ? `${error.name} ${framesOf(error)}` : `${typeof first} ${first}`
    return kind.slice(0, error ? 300 : 40)
  } catch {
    return typeof first
  }
}

function write(line: string): void {
  const { error } = holder.leadlineConsole ?? console
  error(line)
}

/** The line that `log` writes, without its end. `time`, `level` and `event` win over fields of that name. */
export function formatLogLine(level: Level, event: string, fields: Fields = {}, time = new Date()): string {
  const head = { time: time.toISOString(), level, event: mask(event) }
  const cleaned = cleanFields(fields, { depth: 0, budget: { values: maxValues, characters: maxCharacters } })
  return JSON.stringify({ ...head, ...cleaned, ...head })
}

const maxDepth = 6
const maxValues = 500
const maxTextLength = 1_000
const maxStackLength = 4_000
/** Of all texts of a line together. */
const maxCharacters = 16_000

type Budget = { values: number; characters: number }
type Walk = { depth: number; budget: Budget }

const secretName =
  /(authorization|cookies?|tokens?|keys?|passwords?|secrets?|hash|credentials?|body|headers?|payload|metadata)$/

function cleanFields(fields: object, walk: Walk): Fields {
  const cleaned = Object.keys(fields)
    .slice(0, walk.budget.values)
    .map((name) => [cleanText(name, walk), cleanField(fields, name, walk)])
  return Object.fromEntries(cleaned)
}

function cleanField(owner: object, name: string, walk: Walk): unknown {
  if (isSecret(name)) return '[redacted]'
  try {
    return clean(Reflect.get(owner, name), { ...walk, depth: walk.depth + 1 })
  } catch {
    return '[unreadable]'
  }
}

function isSecret(name: string): boolean {
  return secretName.test(
    name
      .slice(-100)
      .replaceAll(/[^a-z]/gi, '')
      .toLowerCase(),
  )
}

function clean(value: unknown, walk: Walk): unknown {
  walk.budget.values -= 1
  if (typeof value === 'string') return cleanText(value, walk)
  if (value === null || ['boolean', 'number', 'undefined'].includes(typeof value)) return value
  if (typeof value !== 'object') return cleanText(String(value), walk)
  if (walk.depth > maxDepth || walk.budget.values <= 0) return '[cut off]'
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString()
  if (Array.isArray(value)) return Object.values(cleanFields(value, walk))
  return value instanceof Error ? cleanError(value, walk) : cleanFields(value, walk)
}

function cleanError(error: Error, walk: Walk): Fields {
  const { name, message, cause } = error
  const code = 'code' in error ? error.code : undefined
  return {
    ...cleanFields({ name, message, code }, walk),
    stack: cleanText(framesOf(error), walk, maxStackLength),
    ...cleanFields({ cause }, walk),
  }
}

/** The message stands before the stack in `stack` too, and a long one would leave no room for where it was thrown. */
function framesOf({ message, stack = '' }: Error): string {
  const head = stack.indexOf(message)
  return head < 0 ? stack : stack.slice(head + message.length).trimStart()
}

function cleanText(text: string, { budget }: Walk, maxLength = maxTextLength): string {
  if (budget.characters <= 0) return '[cut off]'
  const cleaned = mask(text, Math.min(maxLength, budget.characters))
  budget.characters -= cleaned.length
  return cleaned
}

/** None of them can go back over what it has read: the sender of a text decides what they meet. */
const secretTexts: [pattern: RegExp, replacement: string][] = [
  [/(ld[lcor]_)\w+/g, '$1***'],
  [/\b(github_pat_|gh[opsur]_|glpat-|whsec_)[\w+/=-]+/g, '$1***'],
  [/\bBearer\s[^"']+/g, 'Bearer ***'],
  [/((?:password|token|secret|api[_-]?key)=)[^\s&"']+/gi, '$1***'],
]

/** At most `maxLength` characters of a text without the secrets in it. What is read beyond them ends a secret there. */
function mask(text: string, maxLength = maxTextLength): string {
  const read = text.slice(0, maxLength + maxTextLength).replace(/[^\s"']+/g, maskAddress)
  const masked = secretTexts.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), read)
  return masked.slice(0, maxLength)
}

/**
 * Hides user and password in the addresses of a word. Passwords of databases hold anything, so with those it is all
 * before the last `@`.
 */
function maskAddress(word: string): string {
  const [end, start] = [word.lastIndexOf('@'), startOfCredentials(word)]
  if (end < 0) return word
  const before = start < 0 || start > end ? word : word.slice(0, start)
  const masked = before.replace(/(https?:\/\/)[^/?#@]+@/gi, '$1***@')
  return before === word ? masked : `${masked}***${word.slice(end)}`
}

/** Where the first address of a word that is not of the web goes on after its `://`; -1 without one. */
function startOfCredentials(word: string): number {
  for (let at = word.indexOf('://'); at >= 0; at = word.indexOf('://', at + 3)) {
    const scheme = word.slice(Math.max(0, at - 5), at).toLowerCase()
    if (/[a-z0-9+.-]$/.test(scheme) && !scheme.endsWith('http') && !scheme.endsWith('https')) return at + 3
  }
  return -1
}
