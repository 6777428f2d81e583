import { expect, it } from 'vitest'
import { db } from '@/lib/db'
import { createTenant } from '@/lib/testing/factories'
import { inTransaction } from '@/lib/transaction'

const rename = 'UPDATE organizations SET name = $2 WHERE id = $1'

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
  const failing = inTransaction(db().ingest, new AbortController().signal, async (client) => {
    await client.query(rename, [organization.id, 'lost'])
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await nameOf(organization.id)).toBe('Test')
})

it('keeps nothing once it is aborted', async () => {
  const { organization } = await createTenant()
  const controller = new AbortController()
  const late = inTransaction(db().ingest, controller.signal, async (client) => {
    await client.query(rename, [organization.id, 'late'])
    controller.abort(new Error('too late'))
  })
  await expect(late).rejects.toThrow('too late')
  expect(await nameOf(organization.id)).toBe('Test')
})

it('rejects when the connection is lost between two statements, and the pool recovers', async () => {
  const { organization } = await createTenant()
  const { ingest, prisma } = db()
  const cut = inTransaction(ingest, new AbortController().signal, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const lost = new Promise((resolve) => client.once('end', resolve))
    await prisma.$queryRaw`SELECT pg_terminate_backend(${rows[0]?.pid}::int)`
    await lost
    await client.query(rename, [organization.id, 'lost'])
  })
  await expect(cut).rejects.toThrow()
  expect((await ingest.query('SELECT 1')).rowCount).toBe(1)
  expect(await nameOf(organization.id)).toBe('Test')
})
