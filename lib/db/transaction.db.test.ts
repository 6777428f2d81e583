import { expect, it } from 'vitest'
import { DatabaseUnavailableError } from '@/lib/db/database-errors'
import { db } from '@/lib/db/db'
import {
  allAnswered,
  inTransaction,
  inTransactionThen,
  never,
  type Queryable,
  withConnection,
} from '@/lib/db/transaction'
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

it('what is asked behind the commit sees what is committed, and undoes nothing when it fails', async () => {
  const { organization } = await createTenant()
  const { id } = organization
  const renameAndAsk = (name: string, text: string) =>
    withConnection(db().ingest, never, async (client) => {
      const work = () => client.query(rename, [id, name])
      const { asked } = await inTransactionThen(client, [never], work, () => client.query<{ name: string }>(text, [id]))
      return (await asked).rows
    })
  expect(await renameAndAsk('first', 'SELECT name FROM organizations WHERE id = $1')).toEqual([{ name: 'first' }])
  await expect(renameAndAsk('second', 'SELECT 1 / ($1::int - $1)')).rejects.toThrow('division by zero')
  expect(await nameOf(id)).toBe('second')
})

it('of statements that are sent together the first failure is told when all have ended', async () => {
  const ended: string[] = []
  const send = (client: Queryable, text: string) => client.query(text).finally(() => ended.push(text))
  const texts = ['SELECT 1', 'SELECT 1 / 0', 'SELECT nothing', 'SELECT 2']
  const failing = inTransaction(db().ingest, never, (client) => allAnswered(texts.map((text) => send(client, text))))
  await expect(failing).rejects.toThrow('division by zero')
  expect(ended).toEqual(texts)
})
