import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { db } from '@/lib/db/db'
import { Random } from '@/lib/demo/random'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { createPullRequest, createRepository, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { type Case, usableCases } from './case'
import { measureAll } from './history'
import { loadCases } from './load-cases'

const now = new Date('2026-06-01T00:00:00Z')
const start = Date.UTC(2026, 2, 1)
const hour = 3_600_000
const instant = (hours: number) => new Date(start + hours * hour).toISOString()

async function post({ token }: Tenant, event: Record<string, unknown>): Promise<void> {
  const body = { environment: 'production', service: 'api', status: 'success', ...event }
  const { status } = await postEvent(token, body)
  expect([200, 201]).toContain(status)
}

/** Pull requests of different sizes, with known files, by two authors. */
async function describePullRequests({ organization }: Tenant): Promise<void> {
  await db().prisma.$executeRaw`
    UPDATE pull_requests SET additions = number * 10, deletions = 1, paths_known = true,
      author = CASE WHEN number % 2 = 0 THEN 'Ada' ELSE 'Grace' END,
      paths = ARRAY['src/' || number || '.ts', 'docs/' || number % 3 || '.md']
    WHERE organization_id = ${organization.id}`
}

const run = (hours: number) => ({ startedAt: instant(hours), completedAt: instant(hours + 0.2) })

async function contentOf({ organization }: Tenant, service = 'api') {
  const cases = (await loadCases(organization.id, now)).filter((one) => one.service === service)
  return cases.map(({ content: { files, ...content } }) => ({ ...content, files: files?.length ?? null }))
}

describe('what a deployment brings', () => {
  const ends: Record<string, Record<string, unknown>[]> = {
    success: [{ status: 'success', ...run(10) }],
    'a success that names another previous commit': [{ status: 'success', ...run(10), previousCommitSha: 'any' }],
    failure: [{ status: 'failure', ...run(10) }],
    'a failure that was announced': [
      { status: 'in_progress', startedAt: instant(10) },
      { status: 'failure', ...run(10) },
    ],
    'a roll-back that was told with a start and a commit of its own': [
      { status: 'success', ...run(10) },
      { status: 'rolled_back', startedAt: instant(12), completedAt: instant(13), commitSha: 'first' },
    ],
    cancelled: [{ status: 'cancelled', ...run(10) }],
  }

  it('is the same however it ended: from what was live when it began', async () => {
    const contents: Record<string, unknown> = {}
    for (const [end, events] of Object.entries(ends)) {
      const { tenant, shas } = await tenantWithHistory(12)
      await describePullRequests(tenant)
      await post(tenant, { deploymentId: 'first', commitSha: at(shas, 1), ...run(0) })
      await post(tenant, { deploymentId: 'broken', commitSha: at(shas, 3), ...run(5), status: 'failure' })
      for (const event of events) {
        const commitSha = event.commitSha === 'first' ? at(shas, 1) : at(shas, 6)
        const previous = event.previousCommitSha ? { previousCommitSha: at(shas, 4) } : {}
        await post(tenant, { ...event, ...previous, deploymentId: 'second', commitSha })
      }
      contents[end] = (await contentOf(tenant))[2]
    }
    for (const content of Object.values(contents)) {
      expect(content).toEqual({
        pullRequests: 5,
        commits: 5,
        lines: 255,
        files: 8,
        folders: 2,
        oldestAt: Date.UTC(2026, 0, 1, 0, 2),
        newAuthors: null,
      })
    }
    expect(Object.keys(contents)).toHaveLength(6)
  })

  it('is what touches the service, where that has paths', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(12)
    await describePullRequests(tenant)
    await db().prisma.servicePath.create({
      data: {
        organizationId: tenant.organization.id,
        repositoryId: repository.id,
        nameKey: 'docs',
        globs: ['docs/0.md'],
      },
    })
    for (const [hours, index] of [
      [0, 1],
      [10, 7],
    ] as const) {
      await post(tenant, { service: 'docs', deploymentId: randomUUID(), commitSha: at(shas, index), ...run(hours) })
    }
    expect((await contentOf(tenant, 'docs'))[1]).toMatchObject({ pullRequests: 2, commits: null, lines: 92, files: 3 })
  })

  it('counts authors who merged nothing until a month before, once the repository is known for three', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(12)
    await post(tenant, {
      deploymentId: 'first',
      commitSha: at(shas, 1),
      startedAt: '2026-05-01T00:00:00Z',
      completedAt: '2026-05-01T00:01:00Z',
    })
    await db().prisma.pullRequest.updateMany({
      where: { repositoryId: repository.id, number: 5 },
      data: { author: 'Newcomer', mergedAt: new Date('2026-05-01T12:00:00Z') },
    })
    await post(tenant, {
      deploymentId: 'second',
      commitSha: at(shas, 6),
      startedAt: '2026-05-02T00:00:00Z',
      completedAt: '2026-05-02T00:01:00Z',
    })
    expect((await contentOf(tenant))[1]).toMatchObject({ pullRequests: 5, newAuthors: 1 })
  })

  it('leaves out what was merged after it began, as far as that is known', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(8)
    await post(tenant, { deploymentId: 'first', commitSha: at(shas, 1), ...run(0) })
    await createPullRequest(repository, { number: 99, mergeCommitSha: at(shas, 3), mergedAt: instant(20) })
    await post(tenant, { deploymentId: 'second', commitSha: at(shas, 4), ...run(10) })
    expect((await contentOf(tenant))[1]).toMatchObject({ pullRequests: 3 })
  })

  it('is unknown for commits that are not known, and for the first deployment', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    await post(tenant, { deploymentId: 'first', commitSha: at(shas, 1), ...run(0) })
    await post(tenant, { deploymentId: 'stray', commitSha: 'abcdef1234', ...run(5) })
    for (const content of await contentOf(tenant)) expect(content).toMatchObject({ pullRequests: null, lines: null })
  })
})

describe('how a deployment ended', () => {
  it('is known from its end on, and of a roll-back what it was before', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    await post(tenant, { deploymentId: 'one', commitSha: at(shas, 1), ...run(0) })
    await post(tenant, {
      deploymentId: 'one',
      commitSha: at(shas, 1),
      status: 'rolled_back',
      startedAt: instant(0),
      completedAt: instant(3),
    })
    await post(tenant, { deploymentId: 'two', commitSha: at(shas, 2), ...run(5), status: 'failure' })
    await post(tenant, { deploymentId: 'three', commitSha: at(shas, 2), status: 'in_progress', startedAt: instant(9) })
    const outcomes = async () => (await loadCases(tenant.organization.id, now)).map(({ outcome }) => outcome)
    const failed = { endedAt: start + 5.2 * hour, failedAt: start + 5.2 * hour }
    expect(await outcomes()).toEqual([{ endedAt: start + 0.2 * hour, failedAt: start + 3 * hour }, failed, null])
    await db().prisma.organization.update({ where: { id: tenant.organization.id }, data: { rolledBackFails: false } })
    expect(await outcomes()).toEqual([{ endedAt: start + 0.2 * hour, failedAt: null }, failed, null])
  })

  it('counts neither for void deployments nor for other environments', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    await post(tenant, { deploymentId: 'void', commitSha: at(shas, 1), ...run(0) })
    await post(tenant, { deploymentId: 'staged', environment: 'staging', commitSha: at(shas, 1), ...run(1) })
    await post(tenant, { deploymentId: 'kept', commitSha: at(shas, 2), ...run(2) })
    await db().prisma.deployment.updateMany({
      where: { externalId: 'void' },
      data: { voidedAt: now, voidedReason: 'x' },
    })
    expect(await loadCases(tenant.organization.id, now)).toHaveLength(1)
  })
})

it('what is known of earlier deployments never changes by what comes later', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(80)
  await describePullRequests(tenant)
  const random = new Random('later')
  const measured = async (): Promise<Map<number, unknown>> => {
    const cases = usableCases(await loadCases(tenant.organization.id, now))
    const { seen } = runAtOnce(measureAll(cases, 'Europe/Copenhagen', now.getTime()))
    return new Map(cases.map((one: Case, index) => [one.id, seen[index]]))
  }
  let before = new Map<number, unknown>()
  for (let round = 0; round < 5; round += 1) {
    for (let index = 0; index < 7; index += 1) {
      const number = round * 7 + index
      const service = random.pick(['api', 'api', 'web-of-no-repository'])
      const deploymentId = `run-${number}`
      const event = { deploymentId, service, commitSha: at(shas, 2 * number + 1), startedAt: instant(number * 5) }
      await post(tenant, { ...event, status: 'in_progress' })
      await post(tenant, {
        ...event,
        status: random.pick(['success', 'success', 'failure', 'cancelled']),
        completedAt: instant(number * 5 + 1),
      })
      // What happened just before is rolled back while later ones run.
      if (number % 6 === 5) {
        const earlier = { deploymentId: `run-${number - 2}`, service, commitSha: at(shas, 2 * number - 3) }
        await post(tenant, {
          ...earlier,
          status: 'rolled_back',
          startedAt: instant(number * 5 - 10),
          completedAt: instant(number * 5 + 2),
        })
      }
    }
    const late = await createPullRequest(repository, {
      number: 1_000 + round,
      mergeCommitSha: at(shas, 2),
      mergedAt: instant(1_000 + round),
    })
    await db().prisma.pullRequest.updateMany({ where: { id: late }, data: { additions: 9_999, deletions: 0 } })
    const after = await measured()
    const changed = [...before].filter(([id, one]) => JSON.stringify(after.get(id)) !== JSON.stringify(one))
    expect(changed).toEqual([])
    before = after
  }
  expect(before.size).toBe(35)
})

it('nothing of another organization enters, though its commits, services and pull requests are the same', async () => {
  const { tenant, shas } = await tenantWithHistory(6)
  await describePullRequests(tenant)
  for (const [index, hours] of [1, 3, 5].entries()) {
    await post(tenant, { deploymentId: `run-${index}`, commitSha: at(shas, hours), ...run(hours) })
  }
  const alone = await loadCases(tenant.organization.id, now)
  const { tenant: other } = await tenantWithHistory(0, 'acme/empty')
  const repository = await createRepository(other.organization.id, 'acme/api')
  await db().prisma.$executeRaw`
    INSERT INTO commits (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation)
    SELECT ${other.organization.id}, ${repository.id}, sha, parents, author_name, authored_at, committed_at, generation
    FROM commits WHERE organization_id = ${tenant.organization.id}`
  for (const [index, sha] of shas.entries()) {
    await createPullRequest(repository, { number: index + 1, mergeCommitSha: sha, mergedAt: instant(0) })
    await post(other, { deploymentId: `run-${index}`, commitSha: sha, ...run(index), status: 'failure' })
  }
  expect(await loadCases(tenant.organization.id, now)).toEqual(alone)
  expect(await loadCases(other.organization.id, now)).toHaveLength(6)
})
