import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { createPullRequest, createRepository, createTenant, randomSha } from '@/lib/testing/factories'
import { coverageDays, readCoverage } from './coverage'
import type { Shares } from './coverage-of'

const now = new Date('2026-03-31T12:00:00Z')
const dayMs = 86_400_000

type Kind = { linked?: boolean; commits?: boolean; service?: string | null; reason?: string | null } & Record<
  string,
  unknown
>

async function createDeployment(organizationId: number, kind: Kind, pullRequestId: number) {
  const { linked = false, commits = false, reason = null, ...rest } = kind
  const startedAt = new Date(now.getTime() - dayMs)
  const { id } = await db().prisma.deployment.create({
    data: {
      organizationId,
      externalId: randomSha(),
      commitSha: randomSha(),
      environment: 'production',
      production: true,
      status: 'success',
      startedAt,
      instant: startedAt,
      progress: 2,
      unlinkedReason: reason,
      ...rest,
    },
  })
  const owner = { organizationId, deploymentId: id, leadTimeSeconds: 60 }
  if (linked) {
    await db().prisma.deploymentPullRequest.create({ data: { ...owner, pullRequestId, method: 'range' } })
  }
  if (commits) await db().prisma.deploymentCommit.create({ data: { ...owner, sha: randomSha() } })
  return Number(id)
}

async function world() {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'acme/api', ['core'])
  const pullRequestId = await createPullRequest(repository, { number: 1 })
  const add = (kind: Kind) => createDeployment(organization.id, kind, pullRequestId)
  return { organization, repository, add }
}

describe('coverage', () => {
  it('counts production successes of the last 90 days that are not void', async () => {
    const { organization, add } = await world()
    await add({ linked: true })
    await add({ reason: 'unknown commit' })
    await add({ linked: true, status: 'failure' })
    await add({ linked: true, production: false })
    await add({ linked: true, voidedAt: now })
    await add({ linked: true, startedAt: new Date(now.getTime() - coverageDays * dayMs) })
    const { shares } = await readCoverage(organization, now)
    expect(shares).toEqual({ all: 2, linked: 1, commits: 0, nothingNew: 0, missing: 1 })
  })

  it('agrees with a naive count over a mixture', async () => {
    const { organization, repository, add } = await world()
    const reasons = ['unknown commit', 'no pull request since previous commit', 'no repository for service', null]
    const kinds: Kind[] = []
    for (let n = 0; n < 60; n += 1) {
      kinds.push({
        linked: n % 3 === 0,
        commits: n % 5 === 1,
        repositoryId: n % 5 < 3 ? repository.id : null,
        service: [null, 'api', 'Core', 'search'][n % 4] ?? null,
        reason: reasons[Math.floor(n / 4) % reasons.length] ?? null,
        pipelineName: 'Deploy',
      })
    }
    for (const kind of kinds) await add(kind)
    const naive = (of: Kind[]): Shares => {
      const linked = of.filter((kind) => kind.linked).length
      const commits = of.filter((kind) => !kind.linked && kind.commits).length
      const none = of.filter((kind) => !kind.linked && !kind.commits)
      const nothingNew = none.filter(({ reason }) => reason === reasons[1]).length
      return { all: of.length, linked, commits, nothingNew, missing: none.length - nothingNew }
    }
    const isOfRepository = ({ repositoryId, service }: Kind) =>
      repositoryId !== null || service === 'api' || service === 'Core'
    const coverage = await readCoverage(organization, now)
    expect(coverage.shares).toEqual(naive(kinds))
    expect(coverage.capped).toBe(false)
    expect(coverage.repositories.map(({ repository: own, shares }) => [own?.fullName ?? null, shares])).toEqual([
      ['acme/api', naive(kinds.filter(isOfRepository))],
      [null, naive(kinds.filter((kind) => !isOfRepository(kind)))],
    ])
    const unlinked = kinds.filter((kind) => !kind.linked && !kind.commits)
    const countOf = (wanted: string | null) => unlinked.filter(({ reason }) => reason === wanted).length
    expect(new Map(coverage.reasons.map(({ reason, count }) => [String(reason), count]))).toEqual(
      new Map([
        ['unknown commit', countOf('unknown commit')],
        ['no pull request since previous commit', countOf('no pull request since previous commit')],
        ['no repository for service', countOf('no repository for service')],
        ['no pull request for commit', countOf(null)],
      ]),
    )
  })

  it('names the reasons with services, pipelines, an example and the fix; harmless ones last', async () => {
    const { organization, add } = await world()
    const unknown = { reason: 'no repository for service', pipelineName: 'Deploy' }
    await add({ ...unknown, service: 'search' })
    const latest = await add({ ...unknown, service: 'search', pipelineName: 'Release' })
    await add({ ...unknown, service: 'checkout' })
    for (let n = 0; n < 4; n += 1) await add({ reason: 'no pull request since previous commit', service: 'api' })
    const { reasons } = await readCoverage(organization, now)
    expect(reasons).toMatchObject([
      {
        reason: 'no repository for service',
        count: 3,
        harmless: false,
        services: {
          listed: [
            { service: 'search', count: 2, exampleId: latest },
            { service: 'checkout', count: 1 },
          ],
          leftOut: 0,
        },
        pipelines: ['Deploy', 'Release'],
        advice: { fix: expect.any(String) },
      },
      { reason: 'no pull request since previous commit', count: 4, harmless: true, pipelines: [] },
    ])
  })

  it('shows nothing of another organization', async () => {
    const { add } = await world()
    await add({ reason: 'unknown commit' })
    const { organization } = await createTenant()
    const { shares, repositories, reasons } = await readCoverage(organization, now)
    expect({ shares, repositories, reasons }).toEqual({
      shares: { all: 0, linked: 0, commits: 0, nothingNew: 0, missing: 0 },
      repositories: [],
      reasons: [],
    })
  })
})
