import { expect, it } from 'vitest'
import { discardBody } from './discard-body'

const megabyte = new Uint8Array(1024 * 1024)

/** A request with a body of so many megabytes, and what became of it. */
function withBody(megabytes: number) {
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
  return { request: new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit), seen }
}

it('reads a body to its end', async () => {
  const { request, seen } = withBody(50)
  await discardBody(request)
  expect(seen).toEqual({ read: 50, cancelled: false })
})

it('gives up a body that does not end', async () => {
  const { request, seen } = withBody(Number.POSITIVE_INFINITY)
  await discardBody(request)
  expect(seen).toEqual({ read: 65, cancelled: true })
})

it('minds neither a body that breaks off nor one that somebody reads, nor none', async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) })
  await discardBody(new Request('http://localhost/', { method: 'POST', body: broken, duplex: 'half' } as RequestInit))
  const { request, seen } = withBody(1)
  request.body?.getReader()
  await discardBody(request)
  expect(seen.read).toBe(0)
  await discardBody(new Request('http://localhost/'))
})
