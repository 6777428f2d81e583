import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { createConnected } from '@/lib/testing/host-webhooks'
import { dropOldDeliveries } from './follow-up'

const dayMs = 24 * 60 * 60 * 1000

it('forgets what no host sends again, an hour after the last time', async () => {
  const { connection } = await createConnected('github')
  const keep = (deliveryId: string, days: number) => {
    const receivedAt = new Date(Date.now() - days * dayMs)
    const { organizationId, id: connectionId } = connection
    return db().prisma.hostDelivery.create({ data: { organizationId, connectionId, deliveryId, receivedAt } })
  }
  const kept = async () => {
    const rows = await db().prisma.hostDelivery.findMany({ where: { connectionId: connection.id } })
    return rows.map(({ deliveryId }) => deliveryId).sort()
  }
  for (const days of [1, 29, 31, 400]) await keep(`${days} days`, days)
  await dropOldDeliveries(0)
  expect(await kept()).toEqual(['1 days', '29 days'])
  await keep('31 days', 31)
  await dropOldDeliveries(59 * 60 * 1000)
  expect(await kept()).toHaveLength(3)
  await dropOldDeliveries(60 * 60 * 1000)
  expect(await kept()).toEqual(['1 days', '29 days'])
})
