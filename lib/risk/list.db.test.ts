import { beforeEach, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { createTenant } from '@/lib/testing/factories'
import { countOpenSignals, countSignalsByService, listSignalsOfPeriod, type SignalSelection } from './list'

const at = (day: number) => new Date(Date.UTC(2026, 5, day, 12))
const week = { from: at(8), to: at(15), now: at(20) }
const anything: SignalSelection = { service: null, team: null }

let organizationId: number
let subjects = 0

beforeEach(async () => {
  organizationId = (await createTenant({ plan: 'business' })).organization.id
})

async function signal(changes: Partial<Prisma.SignalUncheckedCreateInput> = {}): Promise<void> {
  subjects += 1
  const seen = { firstSeenAt: at(9), openedAt: at(9), lastSeenAt: at(20) }
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

it('open signals are counted by service, without those that a person set aside', async () => {
  await signal({ serviceKey: 'api', severity: 'high' })
  await signal({ serviceKey: 'api' })
  await signal({ serviceKey: 'web', state: 'acknowledged' })
  await signal()
  expect(await countSignalsByService(organizationId, at(20))).toEqual(new Map([['api', { open: 2, high: 1 }]]))
})

describe('signals of a week', () => {
  const namesOf = async (withOpen: boolean, selection = anything) => {
    const { listed } = await listSignalsOfPeriod(organizationId, selection, week, withOpen)
    return listed.map(({ name }) => name)
  }

  it('are those that began in it, whatever became of them, and where it is the latest those that are open now', async () => {
    await signal({ name: 'began', endedAt: at(12) })
    await signal({ name: 'at its start', firstSeenAt: week.from, severity: 'medium' })
    await signal({ name: 'after it', firstSeenAt: week.to, severity: 'high' })
    await signal({ name: 'open before it', firstSeenAt: at(1) })
    await signal({ name: 'ended before it', firstSeenAt: at(1), endedAt: at(2) })
    await signal({ name: 'snoozed', firstSeenAt: at(2), state: 'snoozed', snoozedUntil: at(25) })
    expect(await namesOf(false)).toEqual(['at its start', 'began'])
    expect(await namesOf(true)).toEqual(['after it', 'at its start', 'began', 'open before it'])
  })

  it('are those of the service and of no other organization', async () => {
    await signal({ name: 'api', serviceKey: 'api' })
    await signal({ name: 'web', serviceKey: 'web' })
    await signal({
      name: 'other',
      serviceKey: 'api',
      organizationId: (await createTenant({ plan: 'business' })).organization.id,
    })
    expect(await namesOf(true, { service: 'api', team: null })).toEqual(['api'])
  })

  it('are ten at most, and say how many there are besides', async () => {
    for (let n = 0; n < 12; n += 1) await signal()
    const { listed, leftOut } = await listSignalsOfPeriod(organizationId, anything, week, true)
    expect([listed.length, leftOut]).toEqual([10, 2])
  })
})
