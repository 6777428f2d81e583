import { expect, it } from 'vitest'
import { readText } from './read-text'

const mebibyte = new Uint8Array(1024 * 1024).fill(0x20)

it('reads what a host sends, and nothing as nothing', async () => {
  expect(await readText(new Response('{"ü":"🚀"}'), 'git.example.com')).toBe('{"ü":"🚀"}')
  expect(await readText(new Response(null), 'git.example.com')).toBe('')
})

it('gives up an answer that does not end', async () => {
  let sent = 0
  let cancelled = false
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += 1
      controller.enqueue(mebibyte)
    },
    cancel: () => {
      cancelled = true
    },
  })
  const read = readText(new Response(body), 'git.example.com')
  await expect(read).rejects.toMatchObject({ kind: 'later', message: expect.stringContaining('git.example.com') })
  expect(sent).toBeLessThan(40)
  expect(cancelled).toBe(true)
})
