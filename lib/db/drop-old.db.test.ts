import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { dropOld } from '@/lib/db/drop-old'
import { inTransaction, never } from '@/lib/db/transaction'
import { createTenant } from '@/lib/testing/factories'

const old = { table: 'webhook_requests', key: ['organization_id', 'id'], isOld: 'received_at < $1' }
const cutoff = new Date('2020-01-02')

async function request(organizationId: number, receivedAt: string): Promise<void> {
  const requestId = `${organizationId} ${receivedAt}`
  await db().prisma.webhookRequest.create({
    data: { organizationId, receivedAt: new Date(receivedAt), requestId, statusCode: 201, outcome: 'stored' },
  })
}

it('drops what is old of every organization, waits for no row that is held, and leaves the rest', async () => {
  const [mine, theirs] = [(await createTenant()).organization.id, (await createTenant()).organization.id]
  for (const organizationId of [mine, theirs])
    for (const day of ['2019-12-30', '2020-01-01', '2020-01-03']) await request(organizationId, day)
  const left = async () => {
    const { rows } = await db().people.query<{ id: string }>('SELECT request_id AS id FROM webhook_requests ORDER BY 1')
    return rows.map(({ id }) => id)
  }
  const kept = [mine, theirs].map((id) => `${id} 2020-01-03`)
  await inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM webhook_requests WHERE organization_id = $1 AND request_id = $2 FOR UPDATE', [
      theirs,
      `${theirs} 2019-12-30`,
    ])
    await dropOld(db().ingest, old, [cutoff])
    expect(await left()).toEqual([`${mine} 2020-01-03`, `${theirs} 2019-12-30`, `${theirs} 2020-01-03`])
  })
  await Promise.all([dropOld(db().ingest, old, [cutoff]), dropOld(db().ingest, old, [cutoff])])
  expect(await left()).toEqual(kept)
})
