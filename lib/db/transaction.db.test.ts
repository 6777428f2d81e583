import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { createTenant } from '@/lib/testing/factories'

const rename = 'UPDATE organizations SET name = $2 WHERE id = $1'

async function pidOf(client: Queryable): Promise<number | undefined> {
  return (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid
}

async function nameOf(id: number): Promise<string> {
  return (await db().prisma.organization.findUniqueOrThrow({ where: { id } })).name
}

it('keeps all when the work returns', async () => {
  const { organization } = await createTenant()
  const { signal } = new AbortController()
  await inTransaction(db().ingest, signal, (client) => client.query(rename, [organization.id, 'kept']))
  expect(await nameOf(organization.id)).toBe('kept')
})

it('keeps nothing when the work throws, and the connection goes on working', async () => {
  const { organization } = await createTenant()
  const failing = inTransaction(db().ingest, never, async (client) => {
    await client.query(rename, [organization.id, 'lost'])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await nameOf(organization.id)).toBe('Test')
})

it.each(['before there is a connection', 'before it commits'])(
  'keeps nothing when the time is up %s, and the same connection goes on working',
  async (moment) => {
    const { organization } = await createTenant()
    const pid = await pidOf(db().ingest)
    const controller = new AbortController()
    const timeIsUp = () => controller.abort(new DatabaseUnavailableError('too late'))
    if (moment === 'before there is a connection') timeIsUp()
    const late = inTransaction(db().ingest, controller.signal, async (client) => {
      await client.query(rename, [organization.id, 'late'])
      timeIsUp()
    })
    await expect(late).rejects.toThrow('too late')
    expect(await nameOf(organization.id)).toBe('Test')
    expect(await pidOf(db().ingest)).toBe(pid)
  },
)

it('keeps nothing when Postgres gives a statement up, and the same connection goes on working', async () => {
  const { organization } = await createTenant()
  const pid = await pidOf(db().ingest)
  const givenUp = inTransaction(db().ingest, never, async (client) => {
    await client.query(rename, [organization.id, 'lost'])
    await client.query('SET LOCAL statement_timeout = 1; SELECT pg_sleep(60)')
  })
  await expect(givenUp).rejects.toThrow('statement timeout')
  expect(await nameOf(organization.id)).toBe('Test')
  expect(await pidOf(db().ingest)).toBe(pid)
})

it('rejects when the connection is lost between two statements, and the pool recovers', async () => {
  const { organization } = await createTenant()
  const { ingest, prisma } = db()
  const cut = inTransaction(ingest, never, async (client) => {
    const pid = await pidOf(client)
    const lost = new Promise((resolve) => client.once('end', resolve))
    await prisma.$queryRaw`SELECT pg_terminate_backend(${pid}::int)`
    await lost
    await client.query(rename, [organization.id, 'lost'])
  })
  await expect(cut).rejects.toThrow()
  expect((await ingest.query('SELECT 1')).rowCount).toBe(1)
  expect(await nameOf(organization.id)).toBe('Test')
})
