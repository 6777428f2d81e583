import type { ReactElement } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '@/lib/core/errors'
import { watchRequests } from '@/lib/http/request-context'
import { type AnsweringServer, startAnsweringServer } from '@/lib/testing/answering-server'
import { renderMarkup } from '@/lib/testing/markup'
import { refusable, unlessRefused } from './refusable'

watchRequests()

const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const busy = new AppError('unavailable', 'Too many', { 'Retry-After': '5' })
const slow = Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })
const thrown: Record<string, Error> = {
  '/refused': refused,
  '/slow': slow,
  '/busy': busy,
  '/broken': new Error('broken'),
}

let server: AnsweringServer

beforeAll(async () => {
  server = await startAnsweringServer(async ({ url = '' }, response) => {
    const page = refusable(
      async () => {
        if (thrown[url]) throw thrown[url]
        return 'drawn'
      },
      { alone: true },
    )
    const drawn = await page({}).catch((error: Error) => `threw ${error.message}`)
    response.end(typeof drawn === 'string' ? drawn : renderMarkup(drawn as ReactElement).html)
  })
})
afterAll(() => server.stop())

const open = async (path: string) => {
  const response = await fetch(server.origin + path)
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() }
}

test('a page whose database does not answer is 503 and says so', async () => {
  const text = expect.stringMatching(/^<main.*The database does not answer.*retries automatically.*<\/main>$/)
  expect(await open('/refused')).toEqual({ status: 503, retryAfter: '2', text })
})

test('a page that takes too long to read is 503 and says so', async () => {
  const text = expect.stringContaining('This takes too long to read')
  expect(await open('/slow')).toEqual({ status: 503, retryAfter: '2', text })
})

test('a page whose turn does not come is 503 and says so', async () => {
  expect(await open('/busy')).toEqual({
    status: 503,
    retryAfter: '5',
    text: expect.stringContaining('Too much at once'),
  })
})

test('other pages and faults go on as they are', async () => {
  expect(await open('/fine')).toEqual({ status: 200, retryAfter: null, text: 'drawn' })
  expect(await open('/broken')).toEqual({ status: 200, retryAfter: null, text: 'threw broken' })
})

test('what stands in for a result knows why', async () => {
  const read = () => Promise.reject(refused)
  expect(await unlessRefused(read, ({ code }, cause) => [code, cause])).toEqual(['unavailable', refused])
})
