import { expect, it } from 'vitest'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant } from '@/lib/testing/factories'
import { nameReport } from './name-report'
import type { MetricsReport } from './report'

/** Parts of a report about one pull request and one incident. */
async function createParts() {
  const { tenant, shas } = await tenantWithHistory(2)
  const { shown } = await deploy(tenant, { deploymentId: 'run-1', service: 'api', commitSha: at(shas, 0) })
  const [pullRequest] = shown.pullRequests
  const parts = {
    leadTime: { slowest: [{ pullRequestId: pullRequest?.id, deploymentId: shown.id, seconds: 1 }] },
    recoveryTime: {
      open: [{ openedById: shown.id, closedById: null }],
      closed: [{ openedById: 0, closedById: shown.id }],
    },
  } as unknown as Pick<MetricsReport, 'leadTime' | 'recoveryTime'>
  return { organizationId: tenant.organization.id, parts, deploymentId: shown.id, pullRequestId: pullRequest?.id ?? 0 }
}

it('knows the titles of pull requests and the ids that pipelines gave', async () => {
  const { organizationId, parts, deploymentId, pullRequestId } = await createParts()
  const { pullRequests, deployments } = await nameReport(organizationId, parts, 10)
  expect(pullRequests.get(pullRequestId)).toEqual({ number: 1, title: 'Change 1', repository: 'acme/api' })
  expect(deployments.get(deploymentId)).toBe('run-1')
})

it('reads nothing for a report that holds nothing', async () => {
  const { organizationId } = await createParts()
  const { pullRequests, deployments } = await nameReport(organizationId, { leadTime: null, recoveryTime: null }, 10)
  expect([pullRequests.size, deployments.size]).toEqual([0, 0])
})

it('does not name what belongs to another organization', async () => {
  const { parts } = await createParts()
  const { organization } = await createTenant()
  const { pullRequests, deployments } = await nameReport(organization.id, parts, 10)
  expect([pullRequests.size, deployments.size]).toEqual([0, 0])
})
