import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { createPullRequest, createRepository, createTenant, deploymentBody } from '@/lib/testing/factories'
import { ship } from '@/lib/testing/pull-requests'
import { postEvent } from '@/lib/testing/webhook'
import { getPullRequest } from './get'

async function oneMerged() {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'acme/api')
  return { organizationId: organization.id, repository, id: await createPullRequest(repository, { number: 7 }) }
}

describe('a pull request', () => {
  it('lists every deployment that shipped it in order, and which one delivered it', async () => {
    const { organizationId, repository, id } = await oneMerged()
    await ship(repository, { deploymentId: 'third', minute: 30, pullRequests: [id], service: 'worker' })
    await ship(repository, { deploymentId: 'first', minute: 10, pullRequests: [id], status: 'rolled_back' })
    const delivering = await ship(repository, { deploymentId: 'second', minute: 20, pullRequests: [id] })
    const { delivery, shippedBy, notLive, stages } = await getPullRequest(organizationId, id)
    expect(shippedBy.map(({ deploymentId, status }) => [deploymentId, status])).toEqual([
      ['first', 'rolled_back'],
      ['second', 'success'],
      ['third', 'success'],
    ])
    expect(delivery).toMatchObject({ id: delivering, method: 'range', leadTimeSeconds: 1_200 })
    expect(notLive).toBeNull()
    expect(stages).toMatchObject([{ name: 'deploy', seconds: 86_400 + 1_200 }])
  })

  it('has what the host knows of it', async () => {
    const { organizationId, id } = await oneMerged()
    expect(await getPullRequest(organizationId, id)).toMatchObject({
      changedPaths: null,
      additions: null,
      webUrl: null,
    })
    const known = { additions: 10, deletions: 3, webUrl: 'https://github.com/acme/api/pull/7' }
    await db().prisma.pullRequest.updateMany({
      where: { id },
      data: { ...known, paths: ['a', 'b/c'], pathsKnown: true },
    })
    expect(await getPullRequest(organizationId, id)).toMatchObject({
      ...known,
      changedPaths: 2,
      repository: 'acme/api',
    })
  })

  it('that nothing is linked to names the first deployment that contains it all the same', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(4)
    const { id } = await db().prisma.pullRequest.findFirstOrThrow({ where: { repositoryId: repository.id, number: 2 } })
    const containedIn = async () => (await getPullRequest(tenant.organization.id, id)).containedIn
    const send = (deploymentId: string, index: number) =>
      postEvent(tenant.token, deploymentBody({ deploymentId, commitSha: at(shas, index) }))
    await send('before', 0)
    expect(await containedIn()).toBeNull()
    await send('run-1', 2)
    await send('run-2', 3)
    expect(await containedIn()).toEqual({ id: expect.any(Number), deploymentId: 'run-1' })
    const { deployedAs } = await getPullRequest(tenant.organization.id, id)
    expect(deployedAs).toEqual({ service: deploymentBody().service ?? null, environment: 'production' })
  })

  it('of another organization is as unknown as one that never was', async () => {
    const { id } = await oneMerged()
    const { organization } = await createTenant()
    for (const unknown of [id, 0, -1, 1.5, Number.NaN, 2 ** 31, 2_000_000_000]) {
      await expect(getPullRequest(organization.id, unknown)).rejects.toMatchObject({ code: 'not_found' })
    }
  })
})
