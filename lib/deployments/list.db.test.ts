import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { oldestPage } from '@/lib/db/cursor'
import { db } from '@/lib/db/db'
import { countDeployments } from '@/lib/deployments/count'
import { exportDeployments } from '@/lib/deployments/export-csv'
import type { DeploymentFilters } from '@/lib/deployments/filters'
import { listDeployments, listInPieces } from '@/lib/deployments/list'
import type { DeploymentSummary } from '@/lib/deployments/load-summaries'
import { deploymentStatuses } from '@/lib/deployments/schema'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

const all = async ({ organization }: Tenant, filters: DeploymentFilters) =>
  (await listDeployments(organization.id, filters, null, 1_000)).deployments

const ids = (deployments: DeploymentSummary[]) => deployments.map(({ deploymentId }) => deploymentId)

const timeZone = 'Asia/Tokyo'
const [services, branches, people] = [
  ['api', 'API', 'web_1', null],
  ['main', 'feature/api-7', null],
  ['ada', null],
]

/** The n-th of many different deployments, several of which start in the same second. */
function variant(n: number): Record<string, unknown> {
  const day = new Date(Date.UTC(2026, 1, 1 + (n % 5), 10 + (n % 8), 0))
  const status = deploymentStatuses[n % 6]
  return deploymentBody({
    deploymentId: n === 8 ? '#7' : `build-${n}`,
    status,
    environment: n % 7 === 0 ? 'staging' : 'production',
    service: services[n % 4],
    branch: branches[n % 3],
    triggeredBy: people[n % 2],
    pipelineName: n % 11 === 0 ? '100%' : null,
    startedAt: day.toISOString(),
    completedAt: day.toISOString(),
  })
}

/** Keys of services by the team they belong to, spelled as filters spell it. */
const [harbour, quay] = [['api'], ['web_1', 'never-deployed']]
const teams: Record<string, string[]> = { Harbour: harbour, HARBOUR: harbour, Quay: quay }

let tenant: Tenant
let stored: DeploymentSummary[]

beforeAll(async () => {
  tenant = await createTenant()
  const { id } = tenant.organization
  await db().prisma.organization.update({ where: { id }, data: { timeZone } })
  const stranger = await createTenant()
  for (const [team, keys] of Object.entries({ Harbour: harbour, Quay: quay })) {
    const rows = keys.map((serviceKey) => ({ organizationId: id, serviceKey, team }))
    await db().prisma.serviceTeam.createMany({ data: rows })
  }
  await db().prisma.serviceTeam.create({
    data: { organizationId: stranger.organization.id, serviceKey: 'web_1', team: 'Harbour' },
  })
  for (let n = 0; n < 120; n += 1) {
    await postEvent(tenant.token, variant(n))
    if (n % 3 === 0) await postEvent(stranger.token, variant(n))
  }
  stored = await all(tenant, {})
})

const dayIn = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })

/** What filters mean, row by row. */
function matches(row: DeploymentSummary, filters: DeploymentFilters): boolean {
  const { q, from, to, team, ...values } = filters
  const isWholeId = q !== undefined && !/[A-Za-z0-9]{3}/.test(q)
  const day = dayIn.format(row.startedAt)
  const begins = (text: string) => text.toLowerCase().startsWith(q?.toLowerCase() ?? '')
  const contains = (text: string | null) => text?.toLowerCase().includes(q?.toLowerCase() ?? '') ?? false
  return (
    (team === undefined || teams[team]?.includes(row.service?.trim().toLowerCase() ?? '') === true) &&
    Object.entries(values).every(([name, value]) => row[name as keyof typeof values] === value) &&
    (from === undefined || day >= from) &&
    (to === undefined || day <= to) &&
    (q === undefined ||
      (isWholeId && row.deploymentId === q) ||
      (!isWholeId &&
        ([row.service, row.branch, row.triggeredBy, row.pipelineName].some(contains) ||
          begins(row.deploymentId) ||
          begins(row.commitSha))))
  )
}

const day = fc.constantFrom('2026-01-31', '2026-02-01', '2026-02-03', '2026-02-05', '2026-02-06', '2026-12-01')
const someFilters: fc.Arbitrary<DeploymentFilters> = fc.record(
  {
    production: fc.constant(true as const),
    environment: fc.constantFrom('production', 'staging', 'nowhere'),
    service: fc.constantFrom('api', 'API', 'web_1', 'web%'),
    team: fc.constantFrom('Harbour', 'HARBOUR', 'Quay', 'none such'),
    status: fc.constantFrom(...deploymentStatuses),
    branch: fc.constantFrom('main', 'feature/api-7'),
    triggeredBy: fc.constantFrom('ada', 'nobody'),
    from: day,
    to: day,
    q: fc.constantFrom(
      'api',
      'build-1',
      'BUILD-11',
      'uild-1',
      'web_1',
      'web.1',
      '100%',
      '100',
      'none such',
      'main',
      '#7',
      '8',
    ),
  },
  { requiredKeys: [] },
)

describe('the deployment history', () => {
  it('shows what filters mean, and counts it', async () => {
    await fc.assert(
      fc.asyncProperty(someFilters, async (filters) => {
        const expected = stored.filter((row) => matches(row, filters))
        expect(ids(await all(tenant, filters))).toEqual(ids(expected))
        const count = await countDeployments(tenant.organization.id, filters)
        expect(count).toEqual({ value: expected.length, atLeast: false })
      }),
      { numRuns: 300 },
    )
  })

  it('can be paged through from either end without gaps or repeats', async () => {
    const anyLimit = fc.integer({ min: 1, max: 40 })
    const { id } = tenant.organization
    await fc.assert(
      fc.asyncProperty(someFilters, anyLimit, async (filters, limit) => {
        const expected = ids(stored.filter((row) => matches(row, filters)))
        const walk = async (way: 'older' | 'newer', start: string | null) => {
          const pages: string[][] = []
          let cursor = start
          do {
            const page = await listDeployments(id, filters, cursor, limit)
            pages.push(ids(page.deployments))
            cursor = page[way]
          } while (cursor !== null)
          return pages
        }
        expect((await walk('older', null)).flat()).toEqual(expected)
        const upwards = await walk('newer', oldestPage)
        const newest = upwards.pop() ?? []
        expect(newest).toEqual(expected.slice(0, limit))
        expect(upwards.toReversed().flat()).toEqual(expected.slice(expected.length - upwards.flat().length))
      }),
      { numRuns: 60 },
    )
  })

  it('finds what is too rare to be met among the nearest rows', async () => {
    const rare = await createTenant()
    await postEvent(rare.token, deploymentBody({ deploymentId: 'needle', branch: 'hay/stack-needle' }))
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
        branch, triggered_by, instant, progress)
      SELECT ${rare.organization.id}, 'straw-' || n, 'abcdef', 'production', true, 'cancelled',
        timestamptz '2026-04-01' + n * interval '1 second', 'hay', 'bot', now(), 2 FROM generate_series(1, 12000) n`
    await db().prisma.$executeRaw`ANALYZE deployments`
    expect(ids(await all(rare, { q: 'needle' }))).toEqual(['needle'])
    expect(ids(await all(rare, { status: 'success' }))).toEqual(['needle'])
    expect(ids(await all(rare, { environment: 'production', status: 'success', q: 'stack' }))).toEqual(['needle'])
    expect(await all(rare, { triggeredBy: 'bot', branch: 'hay/stack-needle' })).toEqual([])
    const count = (filters: DeploymentFilters) => countDeployments(rare.organization.id, filters)
    expect(await count({ status: 'success' })).toEqual({ value: 1, atLeast: false })
    expect(await count({ branch: 'hay' })).toEqual({ value: 10_000, atLeast: true })
    expect(await count({ status: 'cancelled' })).toEqual({ value: 10_000, atLeast: true })
  })

  it('stops where the frequent is far away, says how far it looked, and goes on from there', async () => {
    const moved = await createTenant()
    const { id } = moved.organization
    await db().prisma.$executeRaw`
      INSERT INTO deployments (organization_id, external_id, commit_sha, environment, production, status, started_at,
        service, instant, progress)
      SELECT ${id}, 'run-' || n, 'abcdef', 'production', true, 'success',
        timestamptz '2026-01-01' + n / 3 * interval '1 second',
        CASE WHEN n BETWEEN 20001 AND 31000 OR n BETWEEN 52001 AND 63000 OR n IN (1, 5002, 70000)
          THEN 'monolith' ELSE 'svc' END, now(), 2
      FROM generate_series(1, 84000) n`
    await db().prisma.$executeRaw`ANALYZE deployments`
    const downFrom = (n: number) => Array.from({ length: 11_000 }, (_, index) => n - index)
    const expected = [70_000, ...downFrom(63_000), ...downFrom(31_000), 5_002, 1].map((n) => `run-${n}`)
    const list = (cursor: string | null) => listDeployments(id, { q: 'MONO' }, cursor, 1_000)
    const walk = async (way: 'older' | 'newer', start: string | null) => {
      const pages = [await list(start)]
      for (let cursor = pages[0]?.[way]; cursor; cursor = pages.at(-1)?.[way]) pages.push(await list(cursor))
      return pages.map((page) => ({ ...page, deployments: ids(page.deployments) }))
    }

    const back = await walk('older', null)
    const lookedTo = new Date('2026-01-01T05:55:33Z')
    expect(back[0]).toMatchObject({ deployments: ['run-70000'], stopped: { at: lookedTo, direction: 'older' } })
    expect(back.at(-1)).toMatchObject({ older: null, stopped: null })
    expect(back.flatMap(({ deployments }) => deployments)).toEqual(expected)

    const forth = await walk('newer', oldestPage)
    expect(forth[0]).toMatchObject({ deployments: ['run-5002', 'run-1'], stopped: { direction: 'newer' } })
    expect(forth.pop()).toEqual(back[0])
    expect(forth.toReversed().flatMap(({ deployments }) => deployments)).toEqual(expected)

    const afterGap = back.find(({ deployments }) => deployments[0] === 'run-31000')
    const inGap = await list(afterGap?.newer ?? null)
    expect(inGap).toMatchObject({ deployments: [], stopped: { direction: 'newer' } })
    expect(ids((await list(inGap.older)).deployments)).toEqual(afterGap?.deployments)

    const lines: string[] = []
    for await (const piece of exportDeployments(id, { q: 'MONO' })) lines.push(...piece.trimEnd().split('\n'))
    expect(lines.slice(1).map((line) => line.split(',')[0])).toEqual(expected)
    const lengths: number[] = []
    for await (const piece of listInPieces(id, { q: 'MONO' }, 9_000)) lengths.push(piece.length)
    expect(lengths).not.toContain(0)
    expect(lengths.reduce((sum, length) => sum + length)).toBe(expected.length)
  })

  it('says how many pull requests each shipped and in which time, when they count', async () => {
    const { tenant: owner, shas } = await tenantWithHistory(4)
    const range = { service: 'api', previousCommitSha: at(shas, 0), startedAt: '2026-03-02T10:00:00Z' }
    const post = (fields: Record<string, unknown>) => postEvent(owner.token, deploymentBody({ ...range, ...fields }))
    await post({ deploymentId: 'live', commitSha: at(shas, 3), completedAt: '2026-03-02T10:05:00Z' })
    await post({ deploymentId: 'undone', commitSha: at(shas, 3), completedAt: '2026-03-02T10:05:00Z' })
    await post({
      deploymentId: 'undone',
      commitSha: at(shas, 3),
      completedAt: '2026-03-02T10:06:00Z',
      status: 'rolled_back',
    })
    const [undone, live] = await all(owner, {})
    expect(live).toMatchObject({ deploymentId: 'live', durationSeconds: 300, linkedPRs: 3 })
    const mergedAt = Date.UTC(2026, 0, 1, 0, 2)
    expect(live?.leadTimeP50Seconds).toBe((Date.UTC(2026, 2, 2, 10, 5) - mergedAt) / 1000)
    expect(undone).toMatchObject({ deploymentId: 'undone', linkedPRs: 0, leadTimeP50Seconds: null })
  })

  it('of another organization is not seen, and its cursors lead nowhere', async () => {
    const [one, other] = [await createTenant(), await createTenant()]
    await postEvent(one.token, deploymentBody({ startedAt: '2026-01-01T00:00:00Z' }))
    await postEvent(one.token, deploymentBody())
    const { older } = await listDeployments(one.organization.id, {}, null, 1)
    expect(older).not.toBeNull()
    expect((await listDeployments(other.organization.id, {}, older, 10)).deployments).toEqual([])
    expect(await countDeployments(other.organization.id, {})).toEqual({ value: 0, atLeast: false })
  })

  it('does not exist at a cursor that was made up', async () => {
    const made = listDeployments(tenant.organization.id, {}, 'older.x', 10)
    await expect(made).rejects.toMatchObject({ code: 'not_found' })
  })
})
