import { beforeEach, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { db } from '@/lib/db/db'
import { findRecentReverts, findReverts } from '@/lib/deployments/find-reverts'
import { dismissRevert, markFailed } from '@/lib/deployments/mark-failed'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createMember, createTenant } from '@/lib/testing/factories'

let world: Awaited<ReturnType<typeof tenantWithHistory>>

const organizationId = () => world.tenant.organization.id
const run = async (deploymentId: string, sha: number, daysBack: number, fields: Record<string, unknown> = {}) => {
  const ended = new Date(Date.now() - daysBack * 86_400_000)
  const { shown } = await deploy(world.tenant, {
    deploymentId,
    service: 'api',
    commitSha: at(world.shas, sha),
    startedAt: new Date(ended.getTime() - 60_000),
    completedAt: ended,
    ...fields,
  })
  return shown.id
}
const title = (number: number, text: string) =>
  db().prisma.pullRequest.updateMany({
    where: { repositoryId: world.repository.id, number },
    data: { title: text },
  })
const pairs = (found: Awaited<ReturnType<typeof findReverts>>) =>
  found.map(({ deployment, pullRequest, revertedBy }) => [
    deployment.deploymentId,
    pullRequest.number,
    revertedBy.deployment.deploymentId,
    revertedBy.pullRequest.number,
  ])
const of = async (id: number) => pairs(await findReverts(organizationId(), id))
const recent = async () => pairs(await findRecentReverts(organizationId()))

beforeEach(async () => {
  world = await tenantWithHistory(6)
  await title(5, 'Revert "Change 3"')
  const pullRequests = await db().prisma.pullRequest.findMany({ where: { organizationId: organizationId() } })
  for (const { id, number } of pullRequests)
    await db().prisma.pullRequest.updateMany({
      where: { id },
      data: { mergedAt: new Date(Date.now() - (30 - number) * 86_400_000) },
    })
})

it('proposes the deployment that shipped what a later one reverts, on the pages of both and in the list', async () => {
  const ids = [await run('zero', 0, 6), await run('one', 2, 5), await run('two', 3, 4), await run('three', 4, 3)]
  const [zero = 0, one = 0, two = 0, three = 0] = ids
  const proposed = [['one', 3, 'three', 5]]
  expect([await of(zero), await of(one), await of(two), await of(three)]).toEqual([[], proposed, [], proposed])
  expect(await recent()).toEqual(proposed)
  const stranger = (await createTenant()).organization.id
  expect([await findReverts(stranger, one), await findRecentReverts(stranger)]).toEqual([[], []])
})

it('means the latest of pull requests with one title', async () => {
  await title(2, 'Change 3')
  await run('zero', 0, 6)
  await run('one', 1, 5)
  await run('two', 2, 4)
  await run('three', 4, 3)
  expect(await recent()).toEqual([['two', 3, 'three', 5]])
})

it('proposes nothing for another service, a week later, or what failed anyway', async () => {
  await run('zero', 0, 20)
  await run('one', 2, 12)
  const late = await run('two', 4, 3)
  expect(await of(late)).toEqual([])
  await run('web-0', 0, 6, { service: 'acme/api' })
  await run('web-1', 2, 5, { service: 'acme/api', status: 'failure' })
  await run('web-2', 4, 4, { service: 'acme/api' })
  expect(await recent()).toEqual([])
})

it('is over once it is confirmed, also for the deployments that take over what it shipped', async () => {
  await run('zero', 0, 6)
  const one = await run('one', 2, 5)
  await run('two', 3, 4)
  await run('three', 4, 3)
  await markFailed(operatorOf(organizationId()), one, 'reverted')
  expect(await recent()).toEqual([])
})

it('is over once a manager dismisses it, which the audit log keeps', async () => {
  await run('zero', 0, 6)
  const one = await run('one', 2, 5)
  const three = await run('three', 4, 3)
  const actor = async (id: number, role: 'member' | 'manager') => ({
    organizationId: id,
    userId: (await createMember(id, role)).id,
  })
  await expect(dismissRevert(await actor(organizationId(), 'member'), one)).rejects.toMatchObject({ code: 'forbidden' })
  const stranger = await actor((await createTenant()).organization.id, 'manager')
  await expect(dismissRevert(stranger, one)).rejects.toMatchObject({ code: 'not_found' })
  expect(await of(one)).toHaveLength(1)
  const manager = await actor(organizationId(), 'manager')
  await dismissRevert(manager, one)
  await dismissRevert(manager, one)
  expect([await of(one), await of(three), await recent()]).toEqual([[], [], []])
  const { rows } = await listAudit(organizationId(), {}, null, 10)
  expect(rows.map(auditText).filter((text) => text.includes('revert'))).toEqual([
    'said that a revert was no failure of one',
  ])
})
