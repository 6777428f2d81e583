import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { createTenant } from '@/lib/testing/factories'
import { claim } from './claim'

const message = {
  title: 'Failed',
  summary: null,
  facts: [],
  list: null,
  link: { text: 'Open', url: 'https://a.example/' },
}

/** An organization with so many destinations, each of which has something to be sent. */
async function waiting(destinations: number): Promise<number> {
  const { organization } = await createTenant({ plan: 'business' })
  for (let n = 0; n < destinations; n += 1) {
    const common = { publicId: randomUUID(), organizationId: organization.id }
    const { id: destinationId } = await db().prisma.notificationDestination.create({
      data: { ...common, kind: 'email', name: `d${n}`, topics: [], since: new Date(0) },
    })
    const content = { at: new Date(), data: {}, message }
    const data = { ...common, destinationId, type: 'deployment.failed', key: 'x', content, dueAt: new Date(0) }
    await db().prisma.notification.create({ data })
  }
  return organization.id
}

const claimed = async () => (await claim(60_000))?.target.organizationId ?? null

it('organizations take turns, however many destinations each has, and two of one are sent to at once', async () => {
  const [many, few] = [await waiting(4), await waiting(1)]
  expect([await claimed(), await claimed(), await claimed(), await claimed()]).toEqual([many, few, many, null])
  await db().prisma.notificationDestination.updateMany({ data: { leasedUntil: null } })
  const late = await waiting(1)
  expect([await claimed(), await claimed()]).toEqual([late, few])
})
