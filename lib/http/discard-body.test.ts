import { expect, it } from 'vitest'
import { discardBody } from './http'

const megabyte = new Uint8Array(1024 * 1024)

/** A request with a body of so many megabytes, whose first was read, and what became of it. */
async function withBody(megabytes: number) {
  const seen = { read: 0, cancelled: false }
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (seen.read === megabytes) return controller.close()
        seen.read += 1
        controller.enqueue(megabyte)
      },
      cancel() {
        seen.cancelled = true
      },
    },
    { highWaterMark: 0 },
  )
  const request = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit)
  const reader = request.body?.getReader()
  await reader?.read()
  reader?.releaseLock()
  return { request, seen }
}

it('reads a body to its end', async () => {
  const { request, seen } = await withBody(50)
  await discardBody(request)
  expect(seen).toEqual({ read: 50, cancelled: false })
})

it('gives up a body that does not end', async () => {
  const { request, seen } = await withBody(Number.POSITIVE_INFINITY)
  await discardBody(request)
  expect(seen).toEqual({ read: 66, cancelled: true })
})

it('accepts a body that breaks off, one that is being read, and none', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  const request = new Request('http://localhost/', { method: 'POST', body: broken, duplex: 'half' } as RequestInit)
  await request.text().catch(() => undefined)
  await discardBody(request)
  const held = await withBody(2)
  held.request.body?.getReader()
  await discardBody(held.request)
  expect(held.seen.read).toBe(1)
  await discardBody(new Request('http://localhost/'))
})

it('leaves a body alone that was never read', async () => {
  const request = new Request('http://localhost/', { method: 'POST', body: 'untouched' })
  await discardBody(request)
  expect(await request.text()).toBe('untouched')
})
