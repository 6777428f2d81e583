import { expect, test } from 'vitest'
import { readBody } from './read-body'

const streamed = (source: UnderlyingDefaultSource<Uint8Array>, headers = {}) =>
  new Request('http://localhost', {
    method: 'POST',
    headers,
    body: new ReadableStream(source, { highWaterMark: 0 }),
    duplex: 'half',
  } as RequestInit)

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

test('a body that stops half-way is given up, and leaves no timer and no lock', async () => {
  const before = timers()
  let pulls = 0
  const request = streamed({
    pull: (controller) => {
      pulls += 1
      return pulls === 1 ? controller.enqueue(new Uint8Array(10)) : new Promise(() => {})
    },
  })
  await expect(readBody(request, 100, { deadlineMs: 50 })).rejects.toMatchObject({
    code: 'timed_out',
    message: 'The body did not arrive within 0.05 seconds',
  })
  expect(request.body?.locked).toBe(false)
  expect(timers()).toBe(before)
})

test('one that is complete leaves no timer either', async () => {
  const before = timers()
  const request = new Request('http://localhost', { method: 'POST', body: 'complete' })
  expect(Buffer.from(await readBody(request, 8)).toString()).toBe('complete')
  expect(timers()).toBe(before)
})

test.each([
  [
    'as it is announced',
    new Request('http://localhost', { method: 'POST', body: 'x', headers: { 'Content-Length': '9' } }),
  ],
  ['as it arrives', streamed({ pull: (controller) => controller.enqueue(new Uint8Array(5)) })],
])('one that is too large is refused %s', async (_, request) => {
  await expect(readBody(request, 8)).rejects.toMatchObject({ code: 'too_large', message: 'Payload exceeds 8 bytes' })
})
