import { afterEach, expect, it, vi } from 'vitest'
import { withTcpProxy } from '@/bench/guarantees/tcp-proxy'
import { isSetUp } from '@/lib/accounts/organizations/setup'
import { findSession } from '@/lib/accounts/sessions/find'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { publicError } from '@/lib/http/http'

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

it('a change waits longer for one than the two seconds of Prisma', async () => {
  const { people, prisma } = db()
  const clients = await Promise.all(Array.from({ length: people.options.max }, () => people.connect()))
  const waiting = prisma.$transaction((tx) => tx.$queryRaw`SELECT 1 AS one`)
  setTimeout(() => {
    for (const client of clients) client.release()
  }, 2_500)
  expect(await waiting).toEqual([{ one: 1 }])
})

it('a page is answered "try again" after ten seconds of silence, and the next one is served', async () => {
  const databaseUrl = env().DATABASE_URL ?? ''
  await db().close()
  await withTcpProxy(databaseUrl, async ({ url, setMode }) => {
    setDatabaseUrl(url)
    for (const ask of [isSetUp, () => findSession('unknown')]) {
      await ask()
      await setMode('stalled')
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      const asked = ask().catch(publicError)
      await vi.advanceTimersByTimeAsync(11_000)
      vi.useRealTimers()
      expect(await asked).toMatchObject({ code: 'unavailable' })
      await setMode('through')
      expect(await ask()).not.toBeInstanceOf(Error)
    }
    await db().close()
  })
  setDatabaseUrl(databaseUrl)
})
