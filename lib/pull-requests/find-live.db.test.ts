import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { createPullRequest, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { ship } from '@/lib/testing/pull-requests'
import { postEvent } from '@/lib/testing/webhook'
import { findLive } from './find-live'

async function oneMerged(fullName = 'acme/api') {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, fullName, ['backend'])
  const id = await createPullRequest(repository, { number: 7 })
  return { organizationId: organization.id, repository, id, read: () => findLive(organization.id, fullName, 7) }
}

describe('whether a pull request is live', () => {
  it('follows from the deployment that the webhook linked, with the reason', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    const range = { service: 'api', commitSha: at(shas, 2), previousCommitSha: at(shas, 0) }
    const pipelineUrl = 'https://ci.example/7'
    await postEvent(tenant.token, deploymentBody({ deploymentId: 'run-1', pipelineUrl, ...range }))
    const answer = await findLive(tenant.organization.id, 'api', 2)
    const deployment = { deploymentId: 'run-1', service: 'api', environment: 'production', pipelineUrl }
    expect(answer).toMatchObject({
      repository: 'acme/api',
      number: 2,
      title: 'Change 2',
      state: 'merged',
      live: true,
      since: new Date('2026-03-02T10:05:00Z'),
      deployment,
      method: 'range',
      because: 'it was merged between the previous commit and this one',
      notLive: null,
    })
    expect(answer.services).toMatchObject([{ service: 'api', environment: 'production', deployment }])
    expect(answer).toMatchObject({ beforeFirstDeployment: false, firstDeployment: null })
    expect((await findLive(tenant.organization.id, 'api', 3)).since).toEqual(new Date('2026-03-02T10:05:00Z'))
  })

  it('goes by the earliest success, whatever came in first, and by id when they end together', async () => {
    const { repository, id, read } = await oneMerged()
    await ship(repository, { deploymentId: 'late', minute: 9, pullRequests: [id] })
    await ship(repository, { deploymentId: 'early', minute: 3, pullRequests: [id] })
    await ship(repository, { deploymentId: 'twin', minute: 3, pullRequests: [id] })
    expect(await read()).toMatchObject({
      since: new Date('2026-03-02T12:03:00Z'),
      deployment: { deploymentId: 'early' },
    })
  })

  it.each([
    ['failed', { status: 'failure' }],
    ['is still running', { status: 'in_progress' }],
    ['was voided', { voided: true }],
    ['went elsewhere', { production: false, environment: 'staging' }],
  ] as const)('does not follow from a deployment that %s', async (_name, fields) => {
    const { repository, id, read } = await oneMerged()
    await ship(repository, { deploymentId: 'no', minute: 1, pullRequests: [id], ...fields })
    expect(await read()).toMatchObject({ live: false, since: null, deployment: null, method: null, because: null })
    await ship(repository, { deploymentId: 'yes', minute: 5, pullRequests: [id] })
    expect(await read()).toMatchObject({ live: true, deployment: { deploymentId: 'yes' } })
  })

  it('is handed on when the deployment is rolled back, and taken over by the next success that contains it', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    const { id } = tenant.organization
    const send = (deploymentId: string, minute: number, fields: Record<string, unknown>) =>
      postEvent(
        tenant.token,
        deploymentBody({ deploymentId, service: 'api', completedAt: `2026-03-02T10:1${minute}:00Z`, ...fields }),
      )
    await send('base', 0, { commitSha: at(shas, 0) })
    await send('bad', 1, { commitSha: at(shas, 1), previousCommitSha: at(shas, 0) })
    await send('bad', 2, { commitSha: at(shas, 1), status: 'rolled_back' })
    const since = new Date('2026-03-02T10:12:00Z')
    expect(await findLive(id, 'api', 2)).toMatchObject({ live: false, notLive: { why: 'rolled back', since } })
    await send('good', 5, { commitSha: at(shas, 3), previousCommitSha: at(shas, 0) })
    expect(await findLive(id, 'api', 2)).toMatchObject({ live: true, deployment: { deploymentId: 'good' } })
  })

  it('lists every service and environment that has it, in the order they got it', async () => {
    const { repository, id, read } = await oneMerged()
    const places = [
      { service: 'worker', environment: 'production' },
      { service: 'API', environment: 'production' },
      { service: 'api ', environment: 'Production' },
      { service: 'api', environment: 'live-eu' },
      { service: null, environment: 'production' },
    ]
    for (const [minute, fields] of places.entries()) {
      await ship(repository, { deploymentId: `run-${minute}`, minute, pullRequests: [id], ...fields })
    }
    expect((await read()).services.map(({ service, environment }) => [service, environment])).toEqual([
      ['worker', 'production'],
      ['API', 'production'],
      ['api', 'live-eu'],
      [null, 'production'],
    ])
  })

  it('says why not, and since when', async () => {
    const { organizationId, repository, read } = await oneMerged()
    const mergedAt = new Date('2026-03-01T12:00:00Z')
    const merged = (await read()).notLive
    expect(merged).toMatchObject({ why: 'merged, not deployed', since: mergedAt })
    expect(merged?.ageSeconds).toBeGreaterThan(0)
    const openedAt = new Date('2026-02-28T08:00:00Z')
    await db().prisma.pullRequest.createMany({
      data: [
        { number: 8, state: 'open' as const, closedAt: null },
        { number: 9, state: 'closed' as const, closedAt: mergedAt },
      ].map((fields) => ({
        ...fields,
        organizationId,
        repositoryId: repository.id,
        title: 'x',
        baseBranch: 'main',
        openedAt,
      })),
    })
    const why = async (number: number) => (await findLive(organizationId, 'api', number)).notLive
    expect(await why(8)).toMatchObject({ why: 'not merged', since: openedAt })
    expect(await why(9)).toMatchObject({ why: 'not merged', since: mergedAt })
  })

  it.each(['acme/api', 'ACME/API', ' api ', 'Backend'])('names the repository: %j', async (name) => {
    const { organizationId } = await oneMerged()
    expect(await findLive(organizationId, name, 7)).toMatchObject({ repository: 'acme/api', number: 7 })
  })

  it('needs a name that means one repository', async () => {
    const { organizationId } = await oneMerged()
    await createRepository(organizationId, 'other/api')
    await expect(findLive(organizationId, 'api', 7)).rejects.toMatchObject({
      code: 'invalid',
      message: 'Several repositories are called that: acme/api, other/api. Name one of them in full',
    })
    expect((await findLive(organizationId, 'acme/api', 7)).number).toBe(7)
  })

  it('of another organization is as unknown as that of none', async () => {
    const { organizationId } = await oneMerged()
    const stranger = await createTenant()
    const refused = await findLive(stranger.organization.id, 'acme/api', 7).catch((error) => error)
    expect(refused).toMatchObject({ code: 'not_found' })
    await expect(findLive(organizationId, 'nothing', 7)).rejects.toMatchObject({ message: refused.message })
    await expect(findLive(organizationId, 'acme/api', 8)).rejects.toMatchObject({ code: 'not_found' })
  })
})
