import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { auditText } from '@/lib/accounts/audit/sentence'
import { getDeployment } from '@/lib/deployments/get'
import { markFailed, takeBackFailure } from '@/lib/deployments/mark-failed'
import { voidDeployment } from '@/lib/deployments/void'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createTenant } from '@/lib/testing/factories'

let world: Awaited<ReturnType<typeof tenantWithHistory>>

beforeEach(async () => {
  world = await tenantWithHistory(4)
})

const organizationId = () => world.tenant.organization.id
const run = (deploymentId: string, sha: number, hour: number, fields: Record<string, unknown> = {}) =>
  deploy(world.tenant, {
    deploymentId,
    service: 'api',
    commitSha: at(world.shas, sha),
    startedAt: `2026-03-02T${hour}:00:00Z`,
    completedAt: `2026-03-02T${hour}:05:00Z`,
    ...fields,
  })
const show = (deploymentId: string) => getDeployment(organizationId(), deploymentId)
const numbers = async (deploymentId: string) =>
  (await show(deploymentId)).pullRequests.map(({ number }) => number).sort()
const mark = async (deploymentId: string) =>
  markFailed(operatorOf(organizationId()), (await show(deploymentId)).id, 'checkout was down')
const takeBack = async (deploymentId: string) =>
  takeBackFailure(operatorOf(organizationId()), (await show(deploymentId)).id, 'it was the network')

describe('a success that is marked as failed', () => {
  it('is a failure, and what it shipped goes to the next success until that is taken back', async () => {
    await run('zero', 0, 10)
    await run('one', 1, 11)
    await run('two', 3, 12)
    expect(await numbers('two')).toEqual([3, 4])
    await mark('one')
    expect(await show('one')).toMatchObject({ status: 'failure', statusCorrection: 'failure', linkedPRs: 0 })
    expect(await numbers('two')).toEqual([2, 3, 4])
    await takeBack('one')
    expect(await show('one')).toMatchObject({ status: 'success', statusCorrection: null })
    expect([await numbers('one'), await numbers('two')]).toEqual([[2], [3, 4]])
    const { rows } = await listAudit(organizationId(), {}, null, 2)
    expect(rows.map(auditText)).toEqual([
      'took back the failure of one: it was the network',
      'marked as failed one: checkout was down',
    ])
  })

  it('stays one when its pipeline reports the success again, in order or late', async () => {
    await run('one', 1, 10)
    await mark('one')
    expect((await run('one', 1, 11)).answer.linkedPRs).toBe(0)
    const late = { status: 'in_progress', startedAt: '2026-03-02T09:00:00Z', completedAt: undefined }
    await run('one', 1, 12, late)
    expect(await show('one')).toMatchObject({ status: 'failure', linkedPRs: 0 })
  })

  it('is rolled back where its pipeline says so, also once the mark is taken back', async () => {
    await run('one', 1, 10)
    await mark('one')
    await run('one', 1, 11, { status: 'rolled_back' })
    expect(await show('one')).toMatchObject({ status: 'rolled_back' })
    await takeBack('one')
    expect(await show('one')).toMatchObject({ status: 'rolled_back', statusCorrection: null })
  })
})

it('marks nothing else', async () => {
  await run('failed', 1, 10, { status: 'failure' })
  await run('void', 2, 11)
  await voidDeployment(operatorOf(organizationId()), (await show('void')).id, 'a rehearsal')
  await run('one', 3, 12)
  for (const id of ['failed', 'void']) await expect(mark(id)).rejects.toMatchObject({ code: 'conflict' })
  await expect(takeBack('one')).rejects.toMatchObject({ code: 'conflict' })
  const stranger = operatorOf((await createTenant()).organization.id)
  const { id } = await show('one')
  await expect(markFailed(stranger, id, 'mine')).rejects.toMatchObject({ code: 'not_found' })
  expect(await show('one')).toMatchObject({ status: 'success' })
})
