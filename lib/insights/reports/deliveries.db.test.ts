import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { type CorrectedFields, correctDeployment } from '@/lib/deployments/correct'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { restoreDeployment } from '@/lib/deployments/restore'
import { voidDeployment } from '@/lib/deployments/void'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createPullRequest, createRepository, createTenant } from '@/lib/testing/factories'
import { readDeliveries } from '@/lib/testing/metrics'
import { ship } from '@/lib/testing/pull-requests'

const range = (shas: readonly string[], first: number, last: number) => ({
  previousCommitSha: at(shas, first),
  commitSha: at(shas, last),
})

async function deliveredBy(organizationId: number): Promise<number[]> {
  const deliveries = await readDeliveries(organizationId)
  return deliveries.sort((a, b) => a.pullRequestId - b.pullRequestId).map(({ deploymentId }) => deploymentId)
}

async function deployedHistory() {
  const { tenant, repository, shas } = await tenantWithHistory(4)
  const first = await deploy(tenant, { service: 'api', ...range(shas, 0, 2) })
  return { tenant, repository, shas, first, organizationId: tenant.organization.id }
}

it('a success delivers what it links, and a later one nothing again', async () => {
  const { tenant, shas, organizationId, first } = await deployedHistory()
  await deploy(tenant, { service: 'api', ...range(shas, 0, 3), completedAt: '2026-03-02T11:00:00Z' })
  const deployments = (await readDeliveries(organizationId)).map(({ deploymentId }) => deploymentId === first.shown.id)
  expect(deployments.sort()).toEqual([false, true, true])
})

it('an earlier success that is reported later takes over', async () => {
  const { tenant, shas, organizationId } = await deployedHistory()
  const earlier = await deploy(tenant, {
    service: 'api',
    ...range(shas, 0, 2),
    startedAt: '2026-03-02T08:00:00Z',
    completedAt: '2026-03-02T08:05:00Z',
  })
  expect(await readDeliveries(organizationId)).toMatchObject([
    { deploymentId: earlier.shown.id, deliveredAt: Date.UTC(2026, 2, 2, 8, 5) },
    { deploymentId: earlier.shown.id, deliveredAt: Date.UTC(2026, 2, 2, 8, 5) },
  ])
})

it('a rollback takes a delivery back', async () => {
  const { tenant, shas, organizationId, first } = await deployedHistory()
  const again = { deploymentId: first.shown.deploymentId, status: 'rolled_back', completedAt: '2026-03-02T10:30:00Z' }
  await deploy(tenant, { service: 'api', ...range(shas, 0, 2), ...again })
  expect(await readDeliveries(organizationId)).toEqual([])
})

it('a deployment that succeeds again after a rollback takes back what was reattributed from it', async () => {
  const { tenant, shas, organizationId, first } = await deployedHistory()
  const { deploymentId } = first.shown
  const next = await deploy(tenant, { service: 'api', ...range(shas, 2, 3), completedAt: '2026-03-02T11:00:00Z' })
  expect(await deliveredBy(organizationId)).toEqual([first.shown.id, first.shown.id, next.shown.id])
  const again = (status: string, completedAt: string) =>
    deploy(tenant, { service: 'api', ...range(shas, 0, 2), deploymentId, status, completedAt })
  await again('rolled_back', '2026-03-02T10:30:00Z')
  expect(await deliveredBy(organizationId)).toEqual([next.shown.id, next.shown.id, next.shown.id])
  await again('success', '2026-03-02T10:45:00Z')
  expect(await deliveredBy(organizationId)).toEqual([first.shown.id, first.shown.id, next.shown.id])
})

it('what is void delivers nothing until it is restored', async () => {
  const { tenant, shas, organizationId, first } = await deployedHistory()
  const { id } = first.shown
  const later = await deploy(tenant, { service: 'api', ...range(shas, 0, 2), completedAt: '2026-03-02T11:00:00Z' })
  await voidDeployment(operatorOf(organizationId), id, 'A rehearsal')
  expect(await deliveredBy(organizationId)).toEqual([later.shown.id, later.shown.id])
  await restoreDeployment(operatorOf(organizationId), id, 'Live after all')
  expect(await deliveredBy(organizationId)).toEqual([id, id])
})

it('a correction moves a delivery to another service or environment, or away from production', async () => {
  const { organizationId, first } = await deployedHistory()
  const correct = async (fields: CorrectedFields) => {
    await correctDeployment(operatorOf(organizationId), first.shown.id, fields, 'Renamed')
    const deliveries = await readDeliveries(organizationId)
    return [...new Set(deliveries.map(({ service, environment }) => `${service} in ${environment}`))]
  }
  await (await setProductionNames(operatorOf(organizationId), ['production', 'prod'])).linked
  expect(await correct({ service: 'Shop' })).toEqual(['shop in production'])
  expect(await correct({ environment: 'Prod' })).toEqual(['shop in prod'])
  expect(await correct({ service: null, environment: 'staging' })).toEqual([])
  expect(await correct({ environment: null })).toEqual(['api in production'])
})

it('nothing is delivered of a repository that was removed', async () => {
  const { organizationId, repository } = await deployedHistory()
  expect(await readDeliveries(organizationId)).toHaveLength(2)
  const { relinked } = await removeRepository(operatorOf(organizationId), repository.id, repository.fullName)
  await relinked
  expect(await readDeliveries(organizationId)).toEqual([])
})

it('nothing is left of an organization that was removed', async () => {
  const { organization } = await createTenant()
  const repository = await createRepository(organization.id, 'acme/api')
  const pullRequest = await createPullRequest(repository, { number: 1 })
  await ship(repository, { deploymentId: 'run-1', minute: 0, pullRequests: [pullRequest] })
  expect(await readDeliveries(organization.id)).toHaveLength(1)
  await db().prisma.organization.delete({ where: { id: organization.id } })
  expect(await readDeliveries(organization.id)).toEqual([])
})
