import { expect, it } from 'vitest'
import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import { maxWaitingServices } from '@/lib/pull-requests/load-repository-services'
import { tenantWithHistory } from '@/lib/testing/deploy'
import { createPullRequest, createTenant, deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { listWaiting } from './list-waiting'

const all: Parameters<typeof listWaiting>[1] = { service: null, repository: null, team: null }
const recently = new Date(Date.now() - 3_600_000).toISOString()

/** The service "Api" of team Harbour is deployed; one pull request waits for it. */
async function waitingTenant() {
  const { tenant, repository, shas } = await tenantWithHistory(2)
  const { id } = tenant.organization
  await db().prisma.serviceTeam.create({ data: { organizationId: id, serviceKey: 'api', team: 'Harbour' } })
  await postEvent(tenant.token, deploymentBody({ service: 'Api', commitSha: shas[0] }))
  await createPullRequest(repository, { number: 9, mergedAt: recently })
  return id
}

it('keeps to the service, the repository and the team that are chosen', async () => {
  const organizationId = await waitingTenant()
  const numbers = async (filters: Partial<typeof all>) =>
    (await listWaiting(organizationId, { ...all, ...filters })).flatMap(({ pullRequests }) =>
      pullRequests.map(({ number }) => number),
    )
  expect(await numbers({})).toContain(9)
  expect(await numbers({ service: 'api', repository: 'Acme/API', team: 'Harbour' })).toContain(9)
  expect(await numbers({ team: 'harbour' })).toContain(9)
  expect(await numbers({ service: 'web' })).toEqual([])
  expect(await numbers({ repository: 'api' })).toEqual([])
  expect(await numbers({ repository: 'acme/web' })).toEqual([])
  expect(await numbers({ team: 'Platform' })).toEqual([])
})

it('finds the services of a team among however many that were deployed later', async () => {
  const organizationId = await waitingTenant()
  const [ended, later] = [2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000))
  await db().prisma.deployment.updateMany({ where: { organizationId }, data: { completedAt: ended, instant: ended } })
  await db().prisma.$executeRaw`
    INSERT INTO deployments (organization_id, repository_id, external_id, commit_sha, environment, production, status,
      started_at, completed_at, service, instant, progress)
    SELECT organization_id, repository_id, 'run-' || n, commit_sha, 'production', true, 'success', ${later}, ${later},
      'service-' || n, ${later}, 3
    FROM deployments, generate_series(1, ${maxWaitingServices}) n
    WHERE organization_id = ${organizationId} AND service = 'Api'`
  const waiting = await listWaiting(organizationId, { ...all, team: 'harbour' })
  expect(waiting.map(({ service }) => service)).toEqual(['Api'])
})

it.each(['Übersetzer', `${'a'.repeat(150)}${' '.repeat(60)}b`])('knows a service by its key: %s', async (service) => {
  const { tenant, repository, shas } = await tenantWithHistory(2)
  await postEvent(tenant.token, deploymentBody({ service, commitSha: shas[0] }))
  await createPullRequest(repository, { number: 9, mergedAt: recently })
  const [group] = await listWaiting(tenant.organization.id, { ...all, service: serviceKeyOf(service) })
  expect(group).toMatchObject({ service, repository: 'acme/api' })
})

it('shows nothing of another organization', async () => {
  await waitingTenant()
  const { organization } = await createTenant()
  expect(await listWaiting(organization.id, all)).toEqual([])
})
