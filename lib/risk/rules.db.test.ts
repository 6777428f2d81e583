import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { finishRequestLog, holder } from '@/lib/deployments/request-log/process-recorder'
import type { Prisma } from '@/lib/generated/prisma/client'
import { createRepository, createTenant, randomSha, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { listSignals, listSignalsOfService } from './list'
import { refreshSignals } from './refresh'
import { setThresholds } from './thresholds'

const now = new Date('2026-06-30T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds)

let tenant: Tenant
let organizationId: number

beforeEach(async () => {
  tenant = await createTenant({ plan: 'business' })
  organizationId = tenant.organization.id
})

type Deployed = Partial<Prisma.DeploymentUncheckedCreateInput> & { at: Date; minutes?: number }

/** Deployments to production, by when they began and how long they took. */
async function store(...deployed: Deployed[]): Promise<void> {
  await db().prisma.deployment.createMany({
    data: deployed.map(({ at, minutes = 10, status = 'success', ...fields }) => ({
      organizationId,
      externalId: randomUUID(),
      commitSha: randomSha(),
      environment: 'production',
      production: true,
      service: 'api',
      status,
      startedAt: at,
      completedAt: status === 'in_progress' ? null : new Date(at.getTime() + minutes * minute),
      instant: at,
      progress: status === 'in_progress' ? 1 : 2,
      ...fields,
    })),
  })
}

const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

type Merged = Partial<Prisma.PullRequestUncheckedCreateInput>

async function storePullRequests(fullName: string, ...pullRequests: Merged[]): Promise<number> {
  const { id: repositoryId } = await createRepository(organizationId, fullName)
  await db().prisma.pullRequest.createMany({
    data: pullRequests.map((fields, index) => ({
      organizationId,
      repositoryId,
      number: index + 1,
      title: 'Change',
      author: `author-${index}`,
      baseBranch: 'main',
      ...fields,
    })),
  })
  return repositoryId
}

/** What is open after a look: rule, about what, and how bad. */
async function found(rule: string, at = now): Promise<[name: string | null, severity: string][]> {
  await refreshSignals(organizationId, at)
  const { rows: signals } = await listSignals(organizationId, {}, 1, at)
  return signals.filter((signal) => signal.rule.slug === rule).map(({ name, severity }) => [name, severity])
}

async function evidenceOf(rule: string): Promise<Record<string, number>> {
  const { rows: signals } = await listSignals(organizationId, {}, 1, now)
  const signal = signals.find((one) => one.rule.slug === rule)
  return Object.fromEntries(signal?.evidence.map(({ label, value }) => [label, value]) ?? [])
}

it('nothing is found where there is nothing', async () => {
  await refreshSignals(organizationId, now)
  expect(await listSignals(organizationId, {}, 1, now)).toMatchObject({ rows: [], total: 0 })
})

describe('a stuck deployment', () => {
  const usual = times(10, (n) => ({ at: ago((20 - n) * day), minutes: 10 }))

  it('is in progress for three times its p95, and the last of its service', async () => {
    await store(...usual, { at: ago(31 * minute), status: 'in_progress', externalId: 'hanging' })
    expect(await found('stuck-deployment')).toEqual([['api', 'high']])
    expect(await evidenceOf('stuck-deployment')).toEqual({
      'In progress for': 1_860,
      'p95 of those before': 600,
      'Deployments before': 10,
    })
  })

  it.each<[string, Deployed[]]>([
    ['that takes a little longer', [...usual, { at: ago(29 * minute), status: 'in_progress' }]],
    ['of a service with a few before', [...usual.slice(6), { at: ago(31 * minute), status: 'in_progress' }]],
    ['that was followed by another', [...usual, { at: ago(day), status: 'in_progress' }, { at: ago(hour) }]],
    ['of staging', [...usual, { at: ago(hour), status: 'in_progress', environment: 'staging', production: false }]],
    ['that is void', [...usual, { at: ago(hour), status: 'in_progress', voidedAt: now }]],
    ['of another service', [...usual, { at: ago(hour), status: 'in_progress', service: 'web' }]],
  ])('is none %s', async (_, deployed) => {
    await store(...deployed)
    expect(await found('stuck-deployment')).toEqual([])
  })

  it('is compared with how long deployments took, not with when they were rolled back', async () => {
    await store(...usual, ...usual.map(({ at }) => ({ at, minutes: 1_200, status: 'rolled_back' as const })), {
      at: ago(31 * minute),
      status: 'in_progress',
    })
    expect(await found('stuck-deployment')).toEqual([['api', 'high']])
  })

  it('has a service without a name as well', async () => {
    const nameless = { service: null }
    await store(...usual.map((one) => ({ ...one, ...nameless })), {
      at: ago(hour),
      status: 'in_progress',
      externalId: 'run-7',
      ...nameless,
    })
    expect(await found('stuck-deployment')).toEqual([['run-7', 'high']])
  })
})

describe('a service that fails often', () => {
  const finished = (failed: number, succeeded: number, fields: Partial<Deployed> = {}) => [
    ...times(failed, (n) => ({ at: ago((n + 1) * hour), status: 'failure' as const, ...fields })),
    ...times(succeeded, (n) => ({ at: ago(day + n * hour), ...fields })),
  ]

  it('has more than 15 % of at least 10', async () => {
    await store(...finished(2, 8), ...finished(5, 5, { service: 'web' }), ...finished(1, 9, { service: 'docs' }))
    expect(await found('failure-rate')).toEqual(
      expect.arrayContaining([
        ['web', 'high'],
        ['api', 'medium'],
      ]),
    )
    expect(await found('failure-rate')).toHaveLength(2)
  })

  it('needs 10, of which cancelled, void and old ones are none', async () => {
    await store(
      ...finished(4, 5),
      { at: ago(hour), status: 'cancelled' },
      { at: ago(hour), status: 'failure', voidedAt: now },
      { at: ago(29 * day), status: 'failure' },
    )
    expect(await found('failure-rate')).toEqual([])
  })

  it('counts rolled back as the organization does', async () => {
    await store(...finished(0, 8), ...times(3, (n) => ({ at: ago((n + 1) * hour), status: 'rolled_back' as const })))
    expect(await found('failure-rate')).toEqual([['api', 'medium']])
    await db().prisma.organization.update({ where: { id: organizationId }, data: { rolledBackFails: false } })
    expect(await found('failure-rate')).toEqual([])
  })

  it('begins where the organization says', async () => {
    await store(...finished(2, 8))
    await setThresholds(operatorOf(organizationId), { 'failure-rate.share': '20' })
    expect(await found('failure-rate')).toEqual([])
    await setThresholds(operatorOf(organizationId), {})
    expect(await found('failure-rate')).toEqual([['api', 'medium']])
  })
})

describe('a quiet service', () => {
  it('reports less than its own rhythm', async () => {
    await store(
      ...times(20, (n) => ({ at: ago(5 * day + n * day) })),
      ...times(10, (n) => ({ at: ago(5 * day + n * 7 * day), service: 'weekly' })),
      ...times(9, (n) => ({ at: ago(5 * day + n * day), service: 'young' })),
    )
    expect(await found('silent-service')).toEqual([['api', 'medium']])
  })

  it('reports less often than in any two weeks before, though it is not silent', async () => {
    const earlier = (service: string) => times(56, (n) => ({ at: ago((14.5 + n) * day), service }))
    const lately = (service: string, count: number) => times(count, (n) => ({ at: ago((n + 0.5) * day), service }))
    await store(...earlier('slower'), ...lately('slower', 6))
    await store(...earlier('steady'), ...lately('steady', 7))
    // Of six a fortnight, five are enough; of fewer there is no rhythm.
    await store(...times(20, (n) => ({ at: ago((15 + n * 2.8) * day), service: 'rare' })), ...lately('rare', 2))
    expect(await found('silent-service')).toEqual([['slower', 'medium']])
    expect(await evidenceOf('silent-service')).toEqual({
      'Deployments in two weeks': 6,
      'Fewest in any two of the eight weeks before': 14,
    })
    await setThresholds(operatorOf(organizationId), { 'silent-service.share': '40' })
    expect(await found('silent-service')).toEqual([])
  })

  it('is not silent on weekends on which it hardly ever deploys', async () => {
    // Hourly from 9 to 17 on weekdays of nine weeks, and once on a Sunday; the last time on a Friday at 17:00.
    const weekdays = times(63, (n) => ago((n + 4) * day)).filter((at) => at.getUTCDay() % 6 !== 0)
    const hours = weekdays.flatMap((at) => times(9, (n) => ({ at: new Date(at.getTime() + (n - 3) * hour) })))
    await store(...hours, { at: ago(9 * day) })
    expect(await found('silent-service', ago(24 * hour))).toEqual([])
    expect(await found('silent-service', now)).toEqual([])
    expect(await found('silent-service', ago(-36 * hour))).toEqual([['api', 'medium']])
    expect(await evidenceOf('silent-service')).toMatchObject({
      'No deployment for': (91 + 36) * 3_600,
      'On its usual weekdays': (7 + 72) * 3_600,
    })
  })

  it('stands still without a merge or deployment', async () => {
    await store({ at: ago(15 * day) }, { at: ago(13 * day), service: 'recent' }, { at: ago(91 * day), service: 'gone' })
    expect(await found('stale-service')).toEqual([['api', 'low']])
  })

  it('does not stand still where something is merged', async () => {
    const repositoryId = await storePullRequests('acme/api', { state: 'merged', mergedAt: ago(3 * day) })
    await store({ at: ago(15 * day), repositoryId })
    expect(await found('stale-service')).toEqual([])
  })
})

describe('activity', () => {
  const around = (before: number, after: number) => [
    { at: ago(29 * day) },
    ...times(before, (n) => ({ at: ago(15 * day + n * hour) })),
    ...times(after, (n) => ({ at: ago(day + n * hour) })),
  ]

  it.each([
    [10, 7, true],
    [10, 8, false],
    [10, 14, false],
    [10, 15, true],
    [9, 0, false],
  ])('from %i to %i deployments is a signal: %s', async (before, after, is) => {
    await store(...around(before, after))
    expect(await found('activity')).toEqual(is ? [[null, 'low']] : [])
  })

  it('of an organization that began to report in the days before is no signal', async () => {
    await store(...around(10, 15).slice(1))
    expect(await found('activity')).toEqual([])
  })
})

describe('pull requests', () => {
  const merged = (count: number, hours: number, author?: string) =>
    times(count, (n) => ({
      state: 'merged' as const,
      openedAt: ago(day + hours * hour),
      mergedAt: ago(day),
      author: author ?? `author-${n}`,
    }))

  it('that half wait for three days in a repository are a signal', async () => {
    await storePullRequests('acme/slow', ...merged(10, 73))
    await storePullRequests('acme/fast', ...merged(10, 71))
    await storePullRequests('acme/few', ...merged(9, 200))
    expect(await found('slow-reviews')).toEqual([['acme/slow', 'low']])
    expect(await evidenceOf('slow-reviews')).toMatchObject({ 'Median from opened to merged': 73 * 3_600 })
  })

  it('that are large and open for two days are', async () => {
    const open = { state: 'open' as const, openedAt: ago(49 * hour) }
    await storePullRequests(
      'acme/api',
      { ...open, additions: 400, deletions: 100 },
      { ...open, additions: 400, deletions: 99 },
      { ...open, additions: 2_000_000_000, deletions: 2_000_000_000, openedAt: ago(47 * hour) },
      { ...open, additions: 900, deletions: 0, openedAt: ago(31 * day) },
      { ...open, additions: 900, deletions: 0, state: 'merged', mergedAt: ago(hour) },
    )
    expect(await found('large-pull-request')).toEqual([['acme/api #1', 'low']])
  })

  it('of one person alone are, and of one person mostly', async () => {
    await storePullRequests('acme/alone', ...merged(10, 1, 'ada'), ...merged(3, 1, 'renovate[bot]'))
    await storePullRequests('acme/mostly', ...merged(6, 1, 'ada'), ...merged(6, 1))
    await storePullRequests('acme/shared', ...merged(5, 1, 'ada'), ...merged(6, 1))
    expect(await found('single-contributor')).toEqual([['acme/alone', 'medium']])
    expect(await found('few-contributors')).toEqual([['acme/mostly', 'low']])
  })
})

describe('refused posts', () => {
  const wrong = { deploymentId: 'x', status: 'nonsense' }

  it('are a signal while none was accepted since', async () => {
    for (const _ of [1, 2, 3]) expect((await postEvent(tenant.token, wrong)).status).toBe(400)
    const later = new Date(Date.now() + minute)
    const open = async () => {
      await finishRequestLog()
      delete holder.leadlineRequestRecorder
      await refreshSignals(organizationId, later)
      const { rows: signals } = await listSignals(organizationId, {}, 1, later)
      return signals.map(({ rule, name, severity }) => [rule.slug, name, severity])
    }
    expect(await open()).toEqual([['refused-posts', 'Key ci', 'high']])
    const underNoKey = times(2_001, (n) => {
      const line = { receivedAt: new Date(), statusCode: 401, outcome: 'no' }
      return { organizationId, requestId: `stranger ${n}`, ...line }
    })
    await db().prisma.webhookRequest.createMany({ data: underNoKey })
    expect(await open()).toEqual([['refused-posts', 'Key ci', 'high']])
    const started = new Date(Date.now() - minute).toISOString()
    const right = { deploymentId: 'y', commitSha: 'abcdef1', environment: 'staging', status: 'success' }
    expect((await postEvent(tenant.token, { ...right, startedAt: started, completedAt: started })).status).toBe(201)
    expect(await open()).toEqual([])
  })
})

it('what is about a service is listed with it, also its deployments', async () => {
  await store(
    ...times(10, (n) => ({ at: ago((n + 2) * hour), status: 'failure' as const })),
    { at: ago(hour), status: 'in_progress' },
    ...times(10, (n) => ({ at: ago((n + 1) * hour), status: 'failure' as const, service: 'web' })),
  )
  await refreshSignals(organizationId, now)
  const listed = await listSignalsOfService(organizationId, 'api', now)
  expect(listed.map(({ rule }) => rule.slug).sort()).toEqual(['failure-rate', 'stuck-deployment'])
})

it('what happens in another organization is no signal here', async () => {
  const { organization: other } = await createTenant({ plan: 'business' })
  await store(...times(10, (n) => ({ at: ago((n + 1) * hour), status: 'failure' as const })))
  await refreshSignals(other.id, now)
  expect((await listSignals(other.id, {}, 1, now)).rows).toEqual([])
})
