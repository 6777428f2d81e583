import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/db'
import { reading } from '@/lib/deployments/reading'
import { startOfDay } from '@/lib/metrics/period'
import { createTenant } from '@/lib/testing/factories'
import { plainLeadIn, plainSamples, readRows } from '@/lib/testing/metrics'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { loadLeadIn } from './load-lead-in'
import { loadSamples, type PeriodSamples, type SampleName } from './load-samples'
import { resolveScope, type Selection } from './scope'

const all: Selection = { service: null, environment: null, repository: null, team: null }
const everything = new Set<SampleName>(['deployments', 'deliveries', 'merges', 'opened', 'coverage'])
const instantsAlone = new Set<SampleName>(['delivered', 'merged'])
const timesAlone = new Set<SampleName>(['deliveryTimes', 'mergeTimes'])

const selections: [string, Partial<Selection>][] = [
  ['no filter', {}],
  ['a service', { service: 'api' }],
  ['an environment', { environment: 'prod-eu' }],
  ['a service in an environment', { service: 'web', environment: 'production' }],
  ['a repository, in any case', { repository: 'ACME/Api' }],
  ['a repository and a service of it', { repository: 'acme/api', service: 'worker' }],
  ['a team', { team: 'core' }],
  ['an environment of a repository', { environment: 'prod-eu', repository: 'acme/web' }],
  ['a team and a repository', { team: 'data', repository: 'acme/web' }],
  ['an unknown service', { service: 'nothing' }],
  ['an unknown environment', { environment: 'nowhere' }],
  ['an unknown repository', { repository: 'acme/nothing' }],
  ['an unknown team', { team: 'nobody' }],
]

const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia']

let organizationId: number
let rows: Awaited<ReturnType<typeof readRows>>

beforeAll(async () => {
  const from = new Date('2026-03-01T00:00:00Z')
  organizationId = (await createTenant()).organization.id
  await storeRandomHistory(organizationId, 'loading', from, 20)
  await storeRandomHistory((await createTenant()).organization.id, 'somebody else', from, 3)
  await db().prisma.serviceTeam.createMany({
    data: Object.entries({ api: 'core', web: 'core', worker: 'data' }).map(([serviceKey, team]) => ({
      organizationId,
      serviceKey,
      team,
    })),
  })
  rows = await readRows(organizationId)
}, 120_000)

function load(id: number, from: Date, to: Date, selection: Selection) {
  return reading(async (read) => {
    const scope = await resolveScope(read, id, selection)
    const samples = await loadSamples(read, id, { from, to }, scope, everything)
    const { delivered, merged } = await loadSamples(read, id, { from, to }, scope, instantsAlone)
    const { deliveryTimes, mergeTimes } = await loadSamples(read, id, { from, to }, scope, timesAlone)
    return {
      ...inOrder({ ...samples, delivered, merged, deliveryTimes, mergeTimes }),
      leadIn: byId(await loadLeadIn(read, id, from, scope)),
    }
  })
}

function inOrder({ deployments, deliveries, merges, opened, coverage, ...less }: PeriodSamples) {
  const { deliveryTimes, mergeTimes, delivered, merged } = less
  return {
    deployments: byId(deployments),
    deliveries: deliveries.toSorted((a, b) => a.pullRequestId - b.pullRequestId),
    merges: merges.toSorted((a, b) => a.pullRequestId - b.pullRequestId),
    opened: opened.toSorted((a, b) => a.pullRequestId - b.pullRequestId),
    deliveryTimes: deliveryTimes
      .map(({ deliveredAt, mergedAt, openedAt, firstCommitAt }) =>
        [deliveredAt, mergedAt, openedAt, firstCommitAt].join(' '),
      )
      .sort(),
    mergeTimes: mergeTimes.map(({ mergedAt, openedAt }) => `${mergedAt} ${openedAt}`).sort(),
    delivered: delivered.map(({ deliveredAt }) => deliveredAt).sort((a, b) => a - b),
    merged: merged.map(({ mergedAt }) => mergedAt).sort((a, b) => a - b),
    coverage,
  }
}

function byId<Row extends { id: number }>(all: readonly Row[]): Row[] {
  return all.toSorted((a, b) => a.id - b.id)
}

describe.each(zones)('a period in %s', (zone) => {
  const from = startOfDay('2026-03-06', zone)
  const to = startOfDay('2026-03-15', zone)

  it.each(selections)('holds what rows tell, with %s', async (_title, fields) => {
    const selection = { ...all, ...fields }
    expect(await load(organizationId, from, to, selection)).toEqual({
      ...inOrder(plainSamples(rows, from, to, selection)),
      leadIn: byId(plainLeadIn(rows, from, selection)),
    })
  })
})

it('has something to compare', async () => {
  const { deployments, deliveries, merges, opened, coverage, leadIn } = await load(
    organizationId,
    startOfDay('2026-03-06', 'UTC'),
    startOfDay('2026-03-15', 'UTC'),
    all,
  )
  for (const { length } of [deployments, deliveries, merges, opened, leadIn]) expect(length).toBeGreaterThan(0)
  expect(coverage.linked).toBeGreaterThan(0)
  expect(new Set(deployments.map(({ status }) => status)).size).toBe(4)
  expect(deliveries.some(({ firstCommitAt }) => firstCommitAt === null)).toBe(true)
})

it('an empty organization has nothing', async () => {
  const { organization } = await createTenant()
  const empty = {
    deployments: [],
    deliveries: [],
    deliveryTimes: [],
    mergeTimes: [],
    merges: [],
    opened: [],
    delivered: [],
    merged: [],
    coverage: { linked: 0, of: 0 },
    leadIn: [],
  }
  expect(await load(organization.id, new Date(0), new Date('2030-01-01'), all)).toEqual(empty)
})

it('data begins with the first production deployment, whatever is selected', async () => {
  const first = Math.min(
    ...rows.deployments
      .filter(({ production, voidedAt, completedAt }) => production && voidedAt === null && completedAt)
      .map(({ completedAt }) => Number(completedAt)),
  )
  for (const selection of [all, { ...all, service: 'nothing' }]) {
    expect((await reading((read) => resolveScope(read, organizationId, selection))).dataFrom).toBe(first)
  }
})

it('another organization sees nothing', async () => {
  const { organization } = await createTenant()
  const seen = await reading(async (read) => {
    const scope = await resolveScope(read, organizationId, all)
    const samples = await loadSamples(
      read,
      organization.id,
      { from: new Date(0), to: new Date('2030-01-01') },
      scope,
      everything,
    )
    return { ...samples, leadIn: await loadLeadIn(read, organization.id, new Date('2030-01-01'), scope) }
  })
  expect(seen).toMatchObject({ deployments: [], deliveries: [], merges: [], opened: [], leadIn: [] })
  expect(seen.coverage).toEqual({ linked: 0, of: 0 })
})
