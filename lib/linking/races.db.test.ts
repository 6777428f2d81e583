import { expect, it } from 'vitest'
import { db } from '@/lib/db'
import { findSender } from '@/lib/deployments/find-sender'
import { getDeployment } from '@/lib/deployments/get'
import { recordAndLink } from '@/lib/deployments/record'
import { parseDeploymentEvent } from '@/lib/deployments/schema'
import { noteLinkChanges } from '@/lib/linking/note-changes'
import { linkPending, relinkLeftovers, relinkRepository } from '@/lib/linking/relink'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createPullRequest, deploymentBody, type Tenant } from '@/lib/testing/factories'
import { inTransaction } from '@/lib/transaction'

const never = new AbortController().signal

const numbersOf = async ({ organization }: Tenant, id: string) =>
  (await getDeployment(organization.id, id)).pullRequests.map(({ number }) => number).sort((a, b) => a - b)

async function historyWithoutLastPullRequest() {
  const { tenant, repository, shas } = await tenantWithHistory(3)
  await db().prisma.pullRequest.deleteMany({ where: { repositoryId: repository.id, number: 3 } })
  return { tenant, repository, shas, change: [{ sha: at(shas, 2), merges: true }] }
}

it('a pull request that is stored while an event is on its way is linked', async () => {
  const { tenant, repository, shas, change } = await historyWithoutLastPullRequest()
  const sender = await findSender(tenant.organization.id)
  const body = deploymentBody({ commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  const relinked = await inTransaction(db().ingest, never, async (client) => {
    await recordAndLink(client, sender, parseDeploymentEvent(body, new Date()))
    await createPullRequest(repository, { number: 3, mergeCommitSha: at(shas, 2) })
    await noteLinkChanges(db().people, repository.id, change)
    return { run: relinkRepository(tenant.organization.id, repository.id) }
  })
  expect(await relinked.run).toBe(1)
  expect(await numbersOf(tenant, String(body.deploymentId))).toEqual([2, 3])
})

it('a change on top of one that is just being spread is not lost', async () => {
  const { tenant, repository, shas, change } = await historyWithoutLastPullRequest()
  const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  await noteLinkChanges(db().people, repository.id, change)
  const relinked = await inTransaction(db().ingest, never, async (client) => {
    await client.query(
      `INSERT INTO pull_requests (organization_id, repository_id, number, title, base_branch, merged_at, merge_commit_sha)
       VALUES ($1, $2, 3, 'Late', 'main', now(), $3)`,
      [tenant.organization.id, repository.id, at(shas, 2)],
    )
    await noteLinkChanges(client, repository.id, change)
    return { run: relinkRepository(tenant.organization.id, repository.id) }
  })
  await relinked.run
  await relinkRepository(tenant.organization.id, repository.id)
  expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 3])
})

it('a deployment that somebody held who gave up is linked after all', async () => {
  const { tenant, shas } = await tenantWithHistory(6)
  const done = (hour: number) => ({ completedAt: `2026-03-02T${hour}:05:00Z` })
  await deploy(tenant, { service: 'api', commitSha: at(shas, 0), ...done(10) })
  const last = await deploy(tenant, { service: 'api', commitSha: at(shas, 5), ...done(14) })
  const givesUp = inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM deployments WHERE id = $1 FOR NO KEY UPDATE', [last.shown.id])
    await deploy(tenant, { service: 'api', commitSha: at(shas, 3), ...done(12) })
    throw new Error('given up')
  })
  await expect(givesUp).rejects.toThrow('given up')
  expect(await numbersOf(tenant, last.shown.deploymentId)).toEqual([2, 3, 4, 5, 6])
  await relinkLeftovers()
  expect(await numbersOf(tenant, last.shown.deploymentId)).toEqual([5, 6])
})

it('callers at once link each deployment once', async () => {
  const { tenant, shas } = await tenantWithHistory(3)
  const organizationId = tenant.organization.id
  for (let n = 0; n < 5; n += 1) await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
  await db().people.query(
    'INSERT INTO pending_links (deployment_id, organization_id) SELECT id, $1 FROM deployments WHERE organization_id = $1',
    [organizationId],
  )
  let links = 0
  await Promise.all([1, 2, 3, 4].map(() => linkPending(organizationId, () => (links += 1))))
  expect(links).toBe(5)
})
