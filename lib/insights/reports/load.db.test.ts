import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { type Read, reading } from '@/lib/db/reading'
import type { Prisma } from '@/lib/generated/prisma/client'
import type { PeriodNeeds, PeriodSamples } from '@/lib/insights/metrics/samples'
import { createPullRequest, createRepository, createTenant, randomSha } from '@/lib/testing/factories'
import { deploymentRows } from '@/lib/testing/metric-samples'
import { plainLeadIn, plainSamples, readRows } from '@/lib/testing/metrics'
import { storeRandomHistory } from '@/lib/testing/random-history'
import { rowsRead } from '@/lib/testing/rows-read'
import { startOfDay } from '@/lib/time/period'
import { noDeployments } from './load-deployments'
import { loadLeadIn } from './load-lead-in'
import { loadSamples } from './load-samples'
import { ended, loadServiceEnvironments, maxNamed } from './load-service-environments'
import { resolveScope, type Selection } from './scope'

const all: Selection = { service: null, environment: null, repository: null, team: null }
const everything: PeriodNeeds = {
  deployments: true,
  elsewhere: true,
  deliveries: 'changedLines',
  merges: 'pullRequestId',
  opened: 'pullRequestId',
  coverage: true,
}

const selections: [string, Partial<Selection>][] = [
  ['no filter', {}],
  ['a service', { service: 'api' }],
  ['an environment', { environment: 'prod-eu' }],
  ['a service in an environment', { service: 'web', environment: 'production' }],
  ['a repository, in any case', { repository: 'ACME/Api' }],
  ['a repository and a service of it', { repository: 'acme/api', service: 'worker' }],
  ['a service that only failed', { service: 'cron' }],
  ['a repository that such a service is called like', { repository: 'acme-labs/api' }],
  ['a team, in any case', { team: 'Core' }],
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
  await storeRandomHistory((await createTenant()).organization.id, 'someone else', from, 3)
  await db().prisma.serviceTeam.createMany({
    data: Object.entries({ api: 'core', web: 'core', worker: 'data' }).map(([serviceKey, team]) => ({
      organizationId,
      serviceKey,
      team,
    })),
  })
  rows = await readRows(organizationId)
})

function load(id: number, from: Date, to: Date, selection: Selection) {
  return reading(async (read, { copy }) => {
    const scope = await resolveScope(read, id, selection)
    const samples = await loadSamples({ read, copy }, id, { from, to }, scope, [everything])
    return { ...inOrder(samples), leadIn: byId(deploymentRows(await loadLeadIn(copy, id, from, scope))) }
  })
}

/** As rows, by id. */
function inOrder({ deployments, elsewhere, deliveries, merges, opened, coverage }: PeriodSamples) {
  const { length, serviceEnvironment, serviceEnvironments, ...columns } = deliveries
  const deliveryRows = rowsOf(length, columns).map((row, index) => {
    const { service, environment } = serviceEnvironments[serviceEnvironment[index] ?? -1] ?? {}
    return { ...row, service, environment }
  })
  return {
    deployments: byId(deploymentRows(deployments)),
    elsewhere: byId(deploymentRows(elsewhere)),
    deliveries: byPullRequest(deliveryRows),
    merges: byPullRequest(rowsOf(merges.length, merges)),
    opened: byPullRequest(rowsOf(opened.length, opened)).map(({ pullRequestId, openedAt }) => ({
      pullRequestId,
      openedAt,
    })),
    coverage,
  }
}

function rowsOf<Name extends string>(length: number, columns: Record<Name, Float64Array | number>) {
  return Array.from(
    { length },
    (_, index) =>
      Object.fromEntries(
        Object.entries(columns).flatMap(([name, column]) =>
          column instanceof Float64Array ? [[name, column[index]]] : [],
        ),
      ) as Record<Name, number>,
  )
}

function byPullRequest<Row extends { pullRequestId: number }>(rows: Row[]): Row[] {
  return rows.toSorted((a, b) => a.pullRequestId - b.pullRequestId)
}

function byId<Row extends { id: number }>(all: readonly Row[]): Row[] {
  return all.toSorted((a, b) => a.id - b.id)
}

describe.each(zones)('a period in %s', (zone) => {
  const from = startOfDay('2026-03-06', zone)
  const to = startOfDay('2026-03-15', zone)

  it.each(selections)('holds what rows say, with %s', async (_title, fields) => {
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
  expect(deployments.some(({ service }) => service === 'cron')).toBe(true)
  expect(rows.deployments.some(({ status, completedAt }) => status === 'in_progress' && completedAt)).toBe(true)
  expect(deliveries.some(({ firstCommitAt }) => Number.isNaN(firstCommitAt))).toBe(true)
})

it('loads what any of several wants, and of columns none behind the last one', async () => {
  const [from, to] = [startOfDay('2026-03-06', 'UTC'), startOfDay('2026-03-15', 'UTC')]
  const [whole, few] = await reading(async (read, { copy }) => {
    const scope = await resolveScope(read, organizationId, all)
    const wanted: PeriodNeeds[] = [{ deliveries: 'mergedAt' }, {}, { deliveries: 'deliveredAt', merges: 'mergedAt' }]
    const load = (each: PeriodNeeds[]) => loadSamples({ read, copy }, organizationId, { from, to }, scope, each)
    return [await load([everything]), await load(wanted)]
  })
  const { length, serviceEnvironment, serviceEnvironments, deliveredAt, mergedAt } = whole.deliveries
  const none = new Float64Array(0)
  expect(few).toEqual({
    deployments: noDeployments,
    elsewhere: noDeployments,
    deliveries: { length, serviceEnvironment, serviceEnvironments, deliveredAt, mergedAt },
    merges: { length: whole.merges.length, mergedAt: whole.merges.mergedAt },
    opened: { length: 0, mergedAt: none, openedAt: none, firstReviewAt: none, changedLines: none, pullRequestId: none },
    coverage: { linked: 0, of: 0 },
  })
})

it('adds up changed lines beyond what an integer holds', async () => {
  const { organization } = await createTenant()
  const pullRequestId = await createPullRequest(await createRepository(organization.id, 'acme/huge'), { number: 1 })
  const max = 2 ** 31 - 1
  await db().prisma.pullRequest.updateMany({
    where: { id: pullRequestId },
    data: { additions: max, deletions: max },
  })
  const { merges } = await load(organization.id, new Date(0), new Date('2030-01-01'), all)
  expect(merges).toMatchObject([{ pullRequestId, changedLines: 2 * max }])
})

it('takes names as names, whatever is in them', async () => {
  const { organization } = await createTenant()
  const at = new Date('2026-03-05T10:00:00Z')
  const names = [`o'brien`, `a\\' or true --`, `$1 $2`, `'; drop table deployments; --`, `{"x",null}`, `e\\000`, `😀`]
  await db().prisma.deployment.createMany({
    data: names.map((service) => ({
      organizationId: organization.id,
      externalId: service,
      commitSha: randomSha(),
      environment: `${service} production`,
      production: true,
      status: 'success' as const,
      startedAt: at,
      completedAt: at,
      instant: at,
      progress: 2,
      service,
    })),
  })
  const { deployments } = await load(organization.id, new Date(0), new Date('2030-01-01'), all)
  expect(deployments.map(({ service, environment }) => [service, environment])).toEqual(
    names.map((service) => [service, `${service} production`]),
  )
})

describe('of an organization with very many services', () => {
  const from = startOfDay('2026-03-06', 'UTC')
  const to = startOfDay('2026-03-15', 'UTC')
  let id: number

  beforeAll(async () => {
    id = (await createTenant()).organization.id
    await storeRandomHistory(id, 'loading', new Date('2026-03-01T00:00:00Z'), 20)
    await db().prisma.serviceTeam.create({ data: { organizationId: id, serviceKey: 'api', team: 'core' } })
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
        completed_at, service, instant, progress)
      SELECT ${id}, 'wide-' || n, repeat('a', 40), 'wide', true,
        CASE n % 2 WHEN 0 THEN 'success' ELSE 'failure' END::deployment_status, at, at, 'service-' || n, at, 3
      FROM (SELECT n, timestamptz '2026-03-05' + n % 3 * interval '1 day' AS at FROM generate_series(0, ${maxNamed}) n) each`
  })

  it('every one counts, and none is named to the database', async () => {
    const rows = await readRows(id)
    expect(await load(id, from, to, all)).toEqual({
      ...inOrder(plainSamples(rows, from, to, all)),
      leadIn: byId(plainLeadIn(rows, from, all)),
    })
    const { serviceEnvironments, dataFrom } = await reading((read) => resolveScope(read, id, all))
    expect(serviceEnvironments).toBeNull()
    const { completedAt } = plainSamples(rows, new Date(0), new Date('2030-01-01'), all).deployments
    expect(dataFrom).toBe(Math.min(...completedAt))
  })

  it.each(selections.filter(([, { service, team }]) => service || team))(
    'holds what rows say, with %s',
    async (_, fields) => {
      const selection = { ...all, ...fields }
      const rows = await readRows(id)
      expect(await load(id, from, to, selection)).toEqual({
        ...inOrder(plainSamples(rows, from, to, selection)),
        leadIn: byId(plainLeadIn(rows, from, selection)),
      })
    },
  )

  it.each([{ environment: 'wide' }, { repository: 'acme/api' }, { repository: 'acme/api', environment: 'wide' }])(
    'what %j leaves is too much to be read',
    async (fields) => {
      const read = load(id, from, to, { ...all, ...fields })
      await expect(read).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('5,000 services'),
      })
    },
  )

  it.each([
    [{ service: 'nothing' }, 0],
    [{ service: 'service-7' }, 1],
    [{ services: ['nothing', 'service-7', 'service-8'] }, 2],
    [{ service: 'service-7', services: ['service-8'] }, 0],
  ])('%j is looked up by name, without a walk over all services', async (narrowing, found) => {
    const of = (read: Read) => loadServiceEnvironments(read, id, ended, narrowing)
    expect(await reading(of)).toHaveLength(found)
    let rowsOfAll = 0
    await of(async (query) => {
      rowsOfAll += (await rowsRead(db().people, query, 'deployments')).rows
      return []
    })
    expect(rowsOfAll).toBeLessThanOrEqual(2 * found)
  })

  it('those of an environment are looked for among so many and no more', async () => {
    const first = (environment: string) =>
      reading((read) => loadServiceEnvironments(read, id, ended, { environment, limit: 1 }, 1_000))
    expect(await first('wide')).toMatchObject([{ environment: 'wide' }])
    await expect(first('nowhere')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

it('an empty organization has nothing', async () => {
  const { organization } = await createTenant()
  const nothing = {
    deployments: [],
    elsewhere: [],
    deliveries: [],
    merges: [],
    opened: [],
    coverage: { linked: 0, of: 0 },
    leadIn: [],
  }
  expect(await load(organization.id, new Date(0), new Date('2030-01-01'), all)).toEqual(nothing)
})

it('data begins with the first production deployment that ended, whatever is selected', async () => {
  const { organization } = await createTenant()
  const at = (day: number) => new Date(`2026-03-0${day}T10:00:00Z`)
  const store = (day: number, other: Partial<Prisma.DeploymentCreateManyInput>) => ({
    organizationId: organization.id,
    externalId: `run-${day}`,
    commitSha: randomSha(),
    environment: 'production',
    production: true,
    status: 'success' as const,
    startedAt: at(day),
    completedAt: at(day),
    instant: at(day),
    progress: 2,
    ...other,
  })
  await db().prisma.deployment.createMany({
    data: [
      store(1, { status: 'in_progress' }),
      store(2, { status: 'pending' }),
      store(3, { voidedAt: at(4), voidedReason: 'A rehearsal' }),
      store(4, { environment: 'staging', production: false }),
      store(5, { status: 'cancelled', service: 'web' }),
      store(6, {}),
    ],
  })
  for (const selection of [all, { ...all, service: 'nothing' }]) {
    const { dataFrom } = await reading((read) => resolveScope(read, organization.id, selection))
    expect(dataFrom).toBe(Date.parse('2026-03-05T10:00:00Z'))
  }
})

it('another organization sees nothing', async () => {
  const { organization } = await createTenant()
  const seen = await reading(async (read, { copy }) => {
    const scope = await resolveScope(read, organizationId, all)
    const samples = await loadSamples(
      { read, copy },
      organization.id,
      { from: new Date(0), to: new Date('2030-01-01') },
      scope,
      [everything],
    )
    return { ...samples, leadIn: await loadLeadIn(copy, organization.id, new Date('2030-01-01'), scope) }
  })
  const none = { length: 0 }
  expect(seen).toMatchObject({ deployments: none, deliveries: none, merges: none, opened: none, leadIn: none })
  expect(seen.coverage).toEqual({ linked: 0, of: 0 })
})

it('what is open of services that never succeeded is looked up without a walk over all that failed', async () => {
  const { id } = (await createTenant()).organization
  const services = Array.from({ length: 40 }, (_, n) => ({ service: `new-${n}`, environment: 'production' }))
  await db().people.query(
    `INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
       completed_at, service, instant, progress)
     SELECT $1, 'run-' || n, 'abcdef', 'production', true, CASE WHEN n % 19 = 0 THEN 'failure' ELSE 'success' END::deployment_status,
       at, at, CASE WHEN n = 19 THEN 'new-7' ELSE 'old-' || n % 8 END, at, 2
     FROM generate_series(1, 40000) n, LATERAL (SELECT timestamptz '2026-01-01' + n * interval '1 minute' AS at) began`,
    [id],
  )
  await db().people.query('VACUUM ANALYZE deployments')
  let blocksRead = 0
  const found = await reading((_, { copy }) =>
    loadLeadIn(
      async (query) => {
        blocksRead += (await rowsRead(db().people, query, 'deployments')).blocks
        return copy(query)
      },
      id,
      new Date('2026-02-01'),
      { serviceEnvironments: services },
    ),
  )
  expect(found.length).toBe(1)
  expect(blocksRead).toBeLessThan(20 * services.length)
})
