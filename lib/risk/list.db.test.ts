import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { createTenant } from '@/lib/testing/factories'
import { countOpenSignals, type SignalSelection } from './list'

const at = (day: number) => new Date(Date.UTC(2026, 5, day, 12))
const anything: SignalSelection = { service: null, team: null }

let organizationId: number
let subjects = 0

beforeEach(async () => {
  organizationId = (await createTenant({ plan: 'business' })).organization.id
})

async function signal(changes: Partial<Prisma.SignalUncheckedCreateInput> = {}): Promise<void> {
  subjects += 1
  const seen = { firstSeenAt: at(9), lastSeenAt: at(20) }
  await db().prisma.signal.create({
    data: {
      organizationId,
      rule: 'failure-rate',
      subject: `s${subjects}`,
      severity: 'low',
      evidence: [],
      path: '/',
      ...seen,
      ...changes,
    },
  })
}

describe('open signals', () => {
  beforeEach(async () => {
    await signal({ serviceKey: 'api', severity: 'high' })
    await signal({ serviceKey: 'web' })
    await signal()
    await db().prisma.serviceTeam.createMany({
      data: [
        { organizationId, serviceKey: 'api', team: 'Payments' },
        { organizationId, serviceKey: 'mail', team: 'Mail' },
      ],
    })
  })

  it.each([
    ['everything', anything, { open: 3, high: 1 }],
    ['a service', { service: 'web', team: null }, { open: 1, high: 0 }],
    ['a team, however it is spelled', { service: null, team: 'PAYMENTS' }, { open: 1, high: 1 }],
    ['a team without signals', { service: null, team: 'Mail' }, { open: 0, high: 0 }],
    ['a service of another team', { service: 'web', team: 'Payments' }, { open: 0, high: 0 }],
    ['an unknown team', { service: null, team: 'nosuch' }, { open: 0, high: 0 }],
  ])('are counted of %s', async (_, selection, counted) => {
    expect(await countOpenSignals(organizationId, at(20), selection)).toEqual(counted)
  })
})
