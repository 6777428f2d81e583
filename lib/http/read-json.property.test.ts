import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from './read-json'

function post(chunks: Uint8Array[]): Request {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk)
      controller.close()
    },
  })
  const init = { method: 'POST', body, duplex: 'half', headers: { 'Content-Type': 'application/json' } }
  return new Request('http://localhost/', init as RequestInit)
}

function cut(bytes: Uint8Array, sizes: number[]): Uint8Array[] {
  const [size = bytes.length, ...rest] = sizes
  return bytes.length === 0 ? [] : [bytes.subarray(0, size), ...cut(bytes.subarray(size), rest)]
}

test('every JSON value arrives, wherever the network cuts it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), fc.array(fc.integer({ min: 1, max: 9 })), async (value, sizes) => {
      const bytes = new TextEncoder().encode(JSON.stringify(value))
      expect(await readJson(post(cut(bytes, sizes)), bytes.length)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('arbitrary bytes are read or refused, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 64 }),
      fc.array(fc.integer({ min: 1, max: 9 })),
      async (bytes, sizes) => {
        const outcome = await readJson(post(cut(bytes, sizes)), 48).catch((error: unknown) => error)
        if (bytes.length > 48) expect(outcome).toMatchObject({ code: 'too_large' })
        else if (outcome instanceof Error) expect(outcome).toMatchObject({ name: 'AppError', code: 'invalid' })
      },
    ),
    { numRuns: 500 },
  )
})
