import { afterEach, expect, it, vi } from 'vitest'
import { db } from '@/lib/db'

afterEach(() => {
  vi.useRealTimers()
})

it('a page waits nine seconds for a connection when other pages have them all', async () => {
  const { people } = db()
  const clients = await Promise.all(Array.from({ length: people.options.max }, () => people.connect()))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waiting = people.query('SELECT 1 AS one')
  vi.advanceTimersByTime(9_000)
  vi.useRealTimers()
  for (const client of clients) client.release()
  expect((await waiting).rows).toEqual([{ one: 1 }])
})
