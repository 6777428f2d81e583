import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { GET as alive } from '@/app/healthz/route'
import { env, setDatabaseUrl } from '@/lib/core/env'
import { db } from '@/lib/db/db'
import { GET as ready } from './route'

const databaseUrl = env().DATABASE_URL ?? ''
const request = () => new Request('http://localhost/readyz')

/** What a stranger sees of an answer. */
async function seen(response: Response): Promise<unknown> {
  return [response.status, response.headers.get('retry-after'), await response.json()]
}

const notReady = [503, '2', { error: 'Not ready' }]

afterEach(async () => {
  vi.restoreAllMocks()
  await db().close()
  setDatabaseUrl(databaseUrl)
})

it.each(['refuses', 'never answers'])(
  'is alive and not ready while the database %s, and says no more',
  async (mode) => {
    const server = createServer()
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    if (mode === 'refuses') await new Promise((resolve) => server.close(resolve))
    await db().close()
    setDatabaseUrl(`postgresql://secret-user@127.0.0.1:${port}/leadline`)
    expect(await seen(await alive(request()))).toEqual([200, null, { status: 'ok' }])
    expect(await seen(await ready(request()))).toEqual(notReady)
    server.close()
  },
)

it('is ready with every migration, and with those of a newer version, and not while one is missing', async () => {
  const { ingest } = db()
  expect(await seen(await ready(request()))).toEqual([200, null, { status: 'ok' }])
  await ingest.query(`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    VALUES ('newer', 'x', '99990101000000_newer', now())`)
  expect((await ready(request())).status).toBe(200)
  const last = '(SELECT max(migration_name) FROM _prisma_migrations WHERE id <> $1)'
  await ingest.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = ${last}`, ['newer'])
  expect(await seen(await ready(request()))).toEqual(notReady)
  await ingest.query('DROP TABLE _prisma_migrations')
  expect(await seen(await ready(request()))).toEqual(notReady)
})

it('looks once for all who ask at once, so that strangers take no connection from events', async () => {
  const query = vi.spyOn(db().ingest, 'query')
  await Promise.all(Array.from({ length: 50 }, () => ready(request())))
  expect(query).toHaveBeenCalledTimes(1)
})
