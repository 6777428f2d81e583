import { describe, expect, test, vi } from 'vitest'
import { AppError } from '@/lib/core/errors'
import { readJson } from './read-json'

const maxBytes = 256 * 1024
const url = 'http://localhost/'

function post(body: BodyInit | null, headers: Record<string, string> = {}): Request {
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json', ...headers } }
  return new Request(url, init as RequestInit)
}

async function refusal(request: Request, limit = maxBytes): Promise<string> {
  const error = await readJson(request, limit).catch((thrown: unknown) => thrown)
  if (!(error instanceof AppError)) throw new Error(`not refused: ${JSON.stringify(error)}`)
  return `${error.code}: ${error.message}`
}

/** A body of `count` chunks of `chunkBytes` spaces, and how many were read. */
function chunked(count: number, chunkBytes: number) {
  const seen = { chunks: 0 }
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.chunks === count) return controller.close()
        seen.chunks++
        controller.enqueue(new Uint8Array(chunkBytes).fill(0x20))
      },
    },
    { highWaterMark: 0 },
  )
  return { stream, seen }
}

const unreadable = 'invalid: Invalid payload: body could not be read'
const notJson = 'invalid: Invalid payload: body is not valid JSON'
const notUtf8 = 'invalid: Invalid payload: body is not valid UTF-8'
const empty = 'invalid: Invalid payload: body is empty'
const wrongType = 'unsupported_media_type: Content-Type must be application/json'
const compressed = 'unsupported_media_type: Send the body uncompressed'
const tooLarge = 'too_large: Payload exceeds 256 KiB'

describe('what is read', () => {
  test.each([
    ['an object', '{"a":[1,"é😀"]}', { a: [1, 'é😀'] }],
    ['a scalar, for the caller to judge', '7', 7],
    ['a byte order mark, as PowerShell writes it', '\ufeff{"a":1}', { a: 1 }],
    ['white space around', ' \r\n{"a":1}\n', { a: 1 }],
  ])('%s', async (_name, body, expected) => {
    expect(await readJson(post(body), maxBytes)).toEqual(expected)
  })

  test('__proto__ is a field like any other', async () => {
    const value = await readJson(post('{"__proto__":{"polluted":true}}'), maxBytes)
    expect(Object.keys(value as object)).toEqual(['__proto__'])
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  test('a character cut in two by a chunk', async () => {
    const bytes = new TextEncoder().encode('{"a":"😀"}')
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await readJson(post(stream), maxBytes)).toEqual({ a: '😀' })
  })
})

describe('content type', () => {
  test.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; Charset = "utf8" ',
    'application/json; profile="x"; charset=utf-8',
    'application/json;',
  ])('%s is read', async (type) => {
    expect(await readJson(post('{}', { 'Content-Type': type }), maxBytes)).toEqual({})
  })

  test.each([
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/json5',
    'application/vnd.api+json',
    'application/json, application/json',
    'application/json; charset=iso-8859-1',
    'application/json; charset="utf-16"',
    'application/json; charset=',
    'application/json; charset=utf-8; charset=latin1',
  ])('"%s" is refused', async (type) => {
    expect(await refusal(post('{}', { 'Content-Type': type }))).toBe(wrongType)
  })

  test('a request without one is refused', async () => {
    expect(await refusal(new Request(url, { method: 'POST', body: new Uint8Array([0x7b, 0x7d]) }))).toBe(wrongType)
  })
})

describe('content encoding', () => {
  test.each(['identity', 'Identity', ''])('"%s" is read', async (encoding) => {
    expect(await readJson(post('{}', { 'Content-Encoding': encoding }), maxBytes)).toEqual({})
  })

  test.each(['gzip', 'br', 'gzip, identity'])('%s is refused', async (encoding) => {
    expect(await refusal(post('{}', { 'Content-Encoding': encoding }))).toBe(compressed)
  })
})

describe('size', () => {
  test('a body of exactly the limit is read', async () => {
    const body = `"${'x'.repeat(maxBytes - 2)}"`
    expect(await readJson(post(body), maxBytes)).toHaveLength(maxBytes - 2)
  })

  test('a byte more is refused', async () => {
    expect(await refusal(post(`"${'x'.repeat(maxBytes - 1)}"`))).toBe(tooLarge)
  })

  test('bytes count, not characters', async () => {
    expect(await refusal(post(`"${'é'.repeat(maxBytes / 2)}"`))).toBe(tooLarge)
  })

  test('an announced length over the limit is refused before anything is read', async () => {
    const { stream, seen } = chunked(1, 10)
    expect(await refusal(post(stream, { 'Content-Length': String(maxBytes + 1) }))).toBe(tooLarge)
    expect(seen.chunks).toBe(0)
  })

  test('a body that lies about its length is refused as soon as it goes over', async () => {
    const { stream, seen } = chunked(Number.POSITIVE_INFINITY, 64 * 1024)
    expect(await refusal(post(stream, { 'Content-Length': '20000' }))).toBe(tooLarge)
    expect(seen.chunks).toBe(5)
  })

  test('a body that announces a short one is refused when it is not', async () => {
    const { stream } = chunked(10, 64 * 1024)
    expect(await refusal(post(stream, { 'Content-Length': '10' }))).toBe(tooLarge)
  })

  test.each([
    [1024, 'too_large: Payload exceeds 1 KiB'],
    [1000, 'too_large: Payload exceeds 1000 bytes'],
  ])('the message names the limit of %i bytes', async (limit, expected) => {
    expect(await refusal(post('x'.repeat(2000)), limit)).toBe(expected)
  })
})

describe('content', () => {
  test.each([
    ['no body', null, empty],
    ['an empty body', '', empty],
    ['a byte order mark alone', '\ufeff', empty],
    ['white space alone', ' \n', notJson],
    ['a bare word', 'secret-word', notJson],
    ['a body cut off', '{"a":', notJson],
    ['two values', '{}{}', notJson],
    ['a trailing comma', '{"a":1,}', notJson],
    ['NaN', '{"a":NaN}', notJson],
    ['a control character in a text', '"\u0001"', notJson],
    [
      'nesting a hundred thousand deep',
      '['.repeat(100_000) + ']'.repeat(100_000),
      'invalid: Invalid payload: body is nested deeper than 32 levels',
    ],
    ['NUL in a text', '{"a":"\\u0000"}', 'invalid: Invalid payload: body has text with a NUL character'],
    ['a number out of range', '{"a":1e999}', 'invalid: Invalid payload: body has a number that is out of range'],
  ])('%s is refused', async (_name, body, expected) => {
    expect(await refusal(post(body))).toBe(expected)
  })

  test.each([
    ['a stray byte', [0x22, 0xff, 0x22]],
    ['a character cut off', [0x22, 0xf0, 0x9f, 0x98]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['an encoded surrogate', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ])('%s is not UTF-8', async (_name, bytes) => {
    expect(await refusal(post(Uint8Array.from(bytes)))).toBe(notUtf8)
  })

  test('a body that breaks off is refused', async () => {
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.error(new Error('aborted'))
      },
    })
    expect(await refusal(post(stream))).toBe(unreadable)
  })
})

describe('order of checks', () => {
  test.each([
    ['type before encoding', { 'Content-Type': 'text/plain', 'Content-Encoding': 'gzip' }, wrongType],
    ['encoding before size', { 'Content-Encoding': 'gzip', 'Content-Length': '999999' }, compressed],
  ])('%s', async (_name, headers, expected) => {
    expect(await refusal(post('x', headers))).toBe(expected)
  })

  test('size before UTF-8', async () => {
    expect(await refusal(post(new Uint8Array(maxBytes + 1).fill(0xff)))).toBe(tooLarge)
  })

  test('UTF-8 before JSON', async () => {
    expect(await refusal(post(Uint8Array.of(0x78, 0xff)))).toBe(notUtf8)
  })
})

test('a body of very many keys is refused before it is parsed', async () => {
  const parse = vi.spyOn(JSON, 'parse')
  const body = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [index, 0])))
  const request = new Request('http://x', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })
  await expect(readJson(request, 1_000_000)).rejects.toMatchObject({
    message: 'Invalid payload: body has more than 10,000 values',
  })
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
})
