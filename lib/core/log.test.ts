import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { formatLogLine, log, logConsole } from './log'

const written = (fields: Record<string, unknown>) => JSON.parse(formatLogLine('info', 'tested', fields))

afterEach(() => void vi.restoreAllMocks())

describe('a log line', () => {
  test('is one line of JSON with time, level, event and fields', () => {
    const line = formatLogLine('warn', 'key\nrevoked', { apiKeyId: 3, at: new Date(0) }, new Date(1_000))
    expect(line).toBe(
      '{"time":"1970-01-01T00:00:01.000Z","level":"warn","event":"key\\nrevoked","apiKeyId":3,"at":"1970-01-01T00:00:00.000Z"}',
    )
  })

  test('goes to standard error, whatever its level', () => {
    const written = vi.spyOn(console, 'error').mockReturnValue()
    log.info('a')
    log.warn('b', { apiKeyId: 3 })
    log.error('c')
    expect(written.mock.calls.flat().map((line) => JSON.parse(line))).toMatchObject([
      { level: 'info', event: 'a' },
      { level: 'warn', event: 'b', apiKeyId: 3 },
      { level: 'error', event: 'c' },
    ])
  })

  test('keeps its own time, level and event', () => {
    expect(written({ event: 'forged', level: 'fatal' })).toMatchObject({ event: 'tested', level: 'info' })
  })

  test('names an error, its code and what caused it', () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    const { error } = written({ error: new TypeError('fetch failed', { cause }) })
    expect(error).toMatchObject({ name: 'TypeError', message: 'fetch failed', cause: { code: 'ECONNREFUSED' } })
    expect(error.stack).toContain('log.test.ts')
  })
})

describe('secrets', () => {
  test.each([
    'authorization',
    'Cookie',
    'set-cookie',
    'token',
    'UPSTASH_REDIS_REST_TOKEN',
    'key',
    'apiKey',
    'password',
    'owner_password',
    'secret',
    'tokenHash',
    'body',
    'rawBody',
    'headers',
    'rawPayload',
  ])('the field %s is never written', (name) => {
    expect(formatLogLine('info', 'tested', { request: { [name]: 'hush' } })).not.toContain('hush')
  })

  test.each(['apiKeyId', 'requestId', 'tokenCount', 'keyName'])('the field %s is', (name) => {
    expect(written({ [name]: 'shown' })).toMatchObject({ [name]: 'shown' })
  })

  test.each([
    ['postgres://leadline:hush@db:5432/leadline', 'postgres://***@db:5432/leadline'],
    ['postgresql://u:hu@s/h@db/x refused', 'postgresql://***@db/x refused'],
    ['https://user:hush@host/path/@scope', 'https://***@host/path/@scope'],
    ['https://host/path/@scope', 'https://host/path/@scope'],
    ['host=db password=hush user=u', 'host=db password=*** user=u'],
    ['/ingest?api_key=hush&page=2', '/ingest?api_key=***&page=2'],
    ['Headers.append: "Bearer hu\nsh" is invalid', 'Headers.append: "Bearer ***" is invalid'],
    ['no key like ldl_0123456789abcdefXYZ here', 'no key like ldl_*** here'],
  ])('%j is masked', (text, masked) => {
    expect(written({ text, list: [{ text }], error: new Error(text) })).toMatchObject({
      text: masked,
      list: [{ text: masked }],
      error: { message: masked },
    })
    expect(written({ error: new Error(text) }).error.stack).not.toContain('hush')
  })

  test.each([
    ['postgres://u:hush://hush@db', 'postgres://***@db'],
    ['https://a:hush@b,https://c:hush@d', 'https://***@b,https://***@d'],
    ['https://a/b,redis://c:hush@d', 'https://a/b,redis://***@d'],
  ])('%j is masked too', (text, masked) => {
    expect(written({ text }).text).toBe(masked)
  })

  test('one that the end of a text would cut in two is masked', () => {
    expect(written({ text: `${'x'.repeat(980)} redis://c:${'hush'.repeat(20)}@d` }).text).not.toContain('hush')
  })

  test.each(['ab://', 'a', 'http://', 'https://a:b', 'password=', 'Bearer ', 'ldl_', '@', 'ab://@', 'token= ', '"\''])(
    'masking %j over and over is no more work than masking words',
    (part) => {
      const workFor = (text: string) => {
        const texts = Array.from({ length: 10 }, () => text.repeat(Math.ceil(2_000 / text.length)))
        const before = process.cpuUsage()
        for (let round = 0; round < 50; round += 1) formatLogLine('info', 'tested', { texts })
        const { user } = process.cpuUsage(before)
        return user
      }
      workFor('word ')
      expect(workFor(part)).toBeLessThan(30 * workFor('word '))
    },
  )

  test('a key is masked wherever it stands', () => {
    const key = `ldl_${'a1B2'.repeat(11)}`
    expect(formatLogLine('error', `bad ${key}`, { [key]: [{ deep: `<${key}>` }] })).not.toContain(key)
  })
})

describe('whatever is logged', () => {
  test('cycles, big numbers, unreadable fields and huge graphs still make a line', () => {
    const cycle: Record<string, unknown> = { big: 1n, symbol: Symbol('s'), invalid: new Date(Number.NaN) }
    cycle.self = cycle
    cycle.many = Array.from({ length: 1_000 }, () => cycle)
    Object.defineProperty(cycle, 'broken', { enumerable: true, get: () => JSON.parse('') })
    cycle.toJSON = () => JSON.parse('')
    cycle.proxy = new Proxy({}, { ownKeys: () => JSON.parse('') })
    const line = formatLogLine('info', 'tested', { cycle })
    expect(JSON.parse(line).cycle).toMatchObject({ big: '1', symbol: 'Symbol(s)', invalid: 'Invalid Date' })
    expect(line.length).toBeLessThan(100_000)
  })

  test('is cut to a readable size', () => {
    const looped = new Error('looped')
    looped.cause = looped
    const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`n${index}`, index]))
    for (const value of [looped, wide, 'long '.repeat(100_000)]) {
      expect(formatLogLine('info', 'tested', { value }).length).toBeLessThan(20_000)
    }
    const many = Array.from({ length: 400 }, (_, index) => `${index}`.repeat(2_000))
    expect(formatLogLine('info', 'e'.repeat(5_000), { many }).length).toBeLessThan(25_000)
    expect(written({ text: 'x'.repeat(5_000) }).text).toHaveLength(1_000)
  })

  test('an error with a long message still says where it was thrown', () => {
    const { error } = written({ error: new Error('x'.repeat(100_000)) })
    expect(error.message).toHaveLength(1_000)
    expect(error.stack).toMatch(/^at .*log\.test\.ts/)
  })

  test('no text from outside begins a line of its own', () => {
    const forged = '\n{"level":"error","event":"forged"}\r\u2028'
    const line = formatLogLine('info', forged, { [forged]: forged, error: new Error(forged) })
    expect(line.split(/[\n\r]/)).toHaveLength(1)
    expect(JSON.parse(line)).toMatchObject({ level: 'info' })
  })

  test('any value makes one readable line', () => {
    const anything = fc.anything({ withBigInt: true, withDate: true, withMap: true, withNullPrototype: true })
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anything), fc.string(), (fields, event) => {
        const line = formatLogLine('info', event, fields)
        return !line.includes('\n') && JSON.parse(line).level === 'info'
      }),
    )
  })
})

/** The lines that `work` makes of what it says on the console. */
function linesOf(work: () => void): string[] {
  const { error, warn } = console
  const written = vi.spyOn(console, 'error').mockReturnValue()
  logConsole()
  try {
    work()
  } finally {
    Object.assign(console, { error, warn })
    Reflect.deleteProperty(globalThis, 'leadlineConsole')
  }
  return written.mock.calls.flat().map(String)
}

test('what libraries write on the console is one line of the log, each time', () => {
  const lines = linesOf(() => {
    console.error('⨯', new Error('bad\n{"level":"info","event":"forged"}'))
    console.warn('a\nb', { password: 'hush' })
    console.error(Object.create(null))
    log.info('own')
  })
  for (const line of lines) expect(line).not.toContain('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', event: 'server message', said: ['⨯', { message: 'bad\n{"level":"info","event":"forged"}' }] },
    { level: 'warn', event: 'server message', said: ['a\nb', { password: '[redacted]' }] },
    { level: 'error', event: 'server message', said: [{}] },
    { level: 'info', event: 'own' },
  ])
})

test('a stranger who makes libraries say the same of a thousand texts fills no log, and hides no other fault', () => {
  const notFound = (id: number) => new Error(`Failed to find Server Action "${id}". This request might be from\n a`)
  const lines = linesOf(() => {
    for (let id = 0; id < 1_000; id += 1) console.warn(notFound(id))
    console.error(notFound(0))
    console.warn(new Error('another place'))
    log.warn('own')
  })
  expect(lines).toHaveLength(10 + 3)
})
