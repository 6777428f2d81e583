import { expect, it } from 'vitest'
import { checkPayload } from '@/lib/deployments/dry-run'
import { exportDeployments } from '@/lib/deployments/export-csv'
import { getDeployment } from '@/lib/deployments/get'
import { listDeployments } from '@/lib/deployments/list'
import { loadLeadTimes } from '@/lib/deployments/load-lead-times'
import { loadRange } from '@/lib/deployments/load-range'
import { findLive } from '@/lib/pull-requests/find-live'
import { getPullRequest } from '@/lib/pull-requests/get'
import { listPullRequests } from '@/lib/pull-requests/list'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createCommits, deploymentBody, randomSha } from '@/lib/testing/factories'

it('a pull request that was live before it was merged, by the clocks, took 0 s wherever it is shown', async () => {
  const { tenant, repository, shas } = await tenantWithHistory(2)
  const { id } = tenant.organization
  const direct = randomSha()
  const date = Date.UTC(2026, 0, 1, 0, 2) / 1000
  await createCommits(repository, [{ sha: direct, parents: [at(shas, 1)], generation: date }])
  const instant = '2025-12-31T23:30:00Z'
  const fields = { service: 'api', commitSha: direct, previousCommitSha: at(shas, 0), startedAt: instant }
  const { shown } = await deploy(tenant, { ...fields, completedAt: instant })
  expect(shown.pullRequests).toMatchObject([{ number: 2, leadTimeSeconds: 0 }])
  expect(await getDeployment(id, shown.deploymentId)).toEqual(shown)
  expect(await loadLeadTimes(id, shown.id)).toMatchObject({ count: 1, p50Seconds: 0 })
  expect((await listDeployments(id, {}, null, 10)).deployments).toMatchObject([{ leadTimeP50Seconds: 0 }])
  const csv: string[] = []
  for await (const piece of exportDeployments(id, {})) csv.push(piece)
  expect(csv.join('')).toMatch(/,1,0,false\n$/)
  const range = await loadRange(id, shown.id)
  expect(range.outside).toMatchObject({ leadTimeP50Seconds: 0, latest: [{ sha: direct, leadTimeSeconds: 0 }] })

  expect(await findLive(id, 'api', 2)).toMatchObject({ live: true, leadTimeSeconds: 0 })
  const { pullRequests } = await listPullRequests(id, { state: 'live' }, null, 10)
  expect(pullRequests).toMatchObject([
    { number: 2, delivery: { leadTimeSeconds: 0 } },
    { number: 1, delivery: null, liveBefore: { service: 'api' } },
  ])
  const { delivery } = await getPullRequest(id, pullRequests[0]?.id ?? 0)
  expect(delivery).toMatchObject({ leadTimeSeconds: 0 })
  const payload = JSON.stringify(deploymentBody({ ...fields, completedAt: instant }))
  expect(await checkPayload({ organization: { id }, user: { id: 1 } }, payload)).toMatchObject({
    pullRequests: [{ number: 2, leadTimeSeconds: 0 }],
  })
})
