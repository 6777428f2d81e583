import { beforeEach, describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { listAudit } from '@/lib/accounts/audit/list'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import { listDeployments } from '@/lib/deployments/list'
import { listCorrections } from '@/lib/deployments/list-corrections'
import { restoreDeployment } from '@/lib/deployments/restore'
import { voidDeployment } from '@/lib/deployments/void'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createMember, createTenant, type TestUser } from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'
import { noMember, whileRemoved } from '@/lib/testing/losing-role'

type World = Awaited<ReturnType<typeof tenantWithHistory>> & { ada: TestUser }

let world: World

beforeEach(async () => {
  const history = await tenantWithHistory(6)
  world = { ...history, ada: await createMember(history.tenant.organization.id, 'manager') }
})

const organizationId = () => world.tenant.organization.id
const run = (deploymentId: string, sha: number, hour: number, more: Record<string, unknown> = {}) =>
  deploy(world.tenant, {
    deploymentId,
    service: 'api',
    commitSha: at(world.shas, sha),
    startedAt: `2026-03-02T${hour}:00:00Z`,
    completedAt: `2026-03-02T${hour}:05:00Z`,
    ...more,
  })
const show = (deploymentId: string) => getDeployment(organizationId(), deploymentId)
const numbersOf = async (deploymentId: string) =>
  (await show(deploymentId)).pullRequests.map(({ number }) => number).sort((a, b) => a - b)
const idOf = async (deploymentId: string) => (await show(deploymentId)).id
const voidIt = async (deploymentId: string, reason = 'built by mistake') =>
  voidDeployment({ organizationId: organizationId(), userId: world.ada.id }, await idOf(deploymentId), reason)
const restoreIt = async (deploymentId: string) =>
  restoreDeployment({ organizationId: organizationId(), userId: world.ada.id }, await idOf(deploymentId), 'it was live')

/** All that can be seen of deployments, but for when and why they changed. */
async function everything(...ids: string[]) {
  const shown = await Promise.all(ids.map(show))
  return shown.map(({ updatedAt, ...details }) => details)
}

it('stays as it is when the manager who voids it is removed meanwhile', async () => {
  await run('one', 1, 10)
  expect(await whileRemoved(world.ada.id, () => voidIt('one'))).toMatchObject(noMember)
  expect(await show('one')).toMatchObject({ voidedAt: null })
})

describe('a void deployment', () => {
  it('delivers nothing, and says who took it out and why', async () => {
    await run('one', 1, 10)
    await run('two', 3, 11)
    await voidIt('two')
    expect(await show('two')).toMatchObject({
      linkedPRs: 0,
      pullRequests: [],
      reason: 'voided',
      voidedAt: expect.any(Date),
      voidedReason: 'built by mistake',
      voidedById: world.ada.id,
    })
  })

  it('hands its pull requests to the deployment after it', async () => {
    await run('one', 1, 10)
    await run('two', 3, 11)
    await run('three', 5, 12)
    expect(await numbersOf('three')).toEqual([5, 6])
    await voidIt('two')
    expect(await numbersOf('three')).toEqual([3, 4, 5, 6])
    expect(await numbersOf('two')).toEqual([])
  })

  it('is restored to exactly what was, with all others', async () => {
    await run('one', 1, 10)
    await run('two', 3, 11)
    await run('three', 5, 12)
    const before = await everything('one', 'two', 'three')
    await voidIt('two')
    await restoreIt('two')
    expect(await everything('one', 'two', 'three')).toEqual(before)
  })

  it('is restored after the one before it was void as well', async () => {
    await run('one', 1, 10)
    await run('two', 3, 11)
    await run('three', 5, 12)
    const before = await everything('one', 'two', 'three')
    await voidIt('one')
    await voidIt('two')
    await restoreIt('one')
    await restoreIt('two')
    expect(await everything('one', 'two', 'three')).toEqual(before)
  })

  it('stays void whatever is sent for it, and keeps what was sent', async () => {
    await run('one', 1, 10)
    await run('two', 3, 11, { status: 'in_progress', completedAt: undefined })
    await voidIt('two')
    const { answer, shown } = await run('two', 3, 11)
    expect(answer).toMatchObject({ action: 'updated', linkedPRs: 0 })
    expect(shown).toMatchObject({ status: 'success', reason: 'voided', pullRequests: [] })
    expect(shown.timeline).toHaveLength(2)
    await restoreIt('two')
    expect(await numbersOf('two')).toEqual([3, 4])
  })

  it('stays void when its success comes in at the same moment', async () => {
    await run('one', 1, 10)
    for (let round = 0; round < 8; round += 1) {
      const name = `race-${round}`
      await run(name, 3, 11, { status: 'in_progress', completedAt: undefined })
      await Promise.all([run(name, 3, 11), voidIt(name)])
      expect(await show(name)).toMatchObject({ status: 'success', linkedPRs: 0, reason: 'voided' })
    }
  })

  it('is marked in the history and has no lead time there', async () => {
    await run('one', 1, 10)
    await run('two', 3, 11)
    await voidIt('two')
    const { deployments } = await listDeployments(organizationId(), {}, null, 10)
    expect(
      deployments.map(({ deploymentId, voided, leadTimeP50Seconds }) => [
        deploymentId,
        voided,
        leadTimeP50Seconds !== null,
      ]),
    ).toEqual([
      ['two', true, false],
      ['one', false, true],
    ])
  })

  it('is in the audit log with its restoration', async () => {
    await run('one', 1, 10)
    await voidIt('one', ' twice  ')
    await restoreIt('one')
    const id = await idOf('one')
    const { rows: entries } = await listAudit(organizationId(), {}, null, 2)
    expect(entries).toMatchObject([
      {
        actor: world.ada.email,
        action: 'deployment.restored',
        subject: 'one',
        subjectId: String(id),
        details: { reason: 'it was live' },
      },
      { actor: world.ada.email, action: 'deployment.voided', subject: 'one', details: { reason: 'twice' } },
    ])
    expect(await listCorrections(organizationId(), id)).toEqual(entries)
  })

  it('is not made void twice, nor restored twice', async () => {
    await run('one', 1, 10)
    await expect(restoreIt('one')).rejects.toMatchObject({ code: 'conflict' })
    await voidIt('one')
    await expect(voidIt('one')).rejects.toMatchObject({ code: 'conflict' })
    const id = await idOf('one')
    const again = () => restoreDeployment(operatorOf(organizationId()), id, 'why not')
    const outcomes = (await Promise.allSettled([again(), again(), again()])).map(({ status }) => status)
    expect(outcomes.sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(await listCorrections(organizationId(), id)).toHaveLength(2)
  })

  it.each(['', '  ', 'x'.repeat(501), 'a\0b'])('needs a reason: %j is none', async (reason) => {
    await run('one', 1, 10)
    await expect(voidIt('one', reason)).rejects.toMatchObject({ code: 'invalid' })
    expect((await show('one')).voidedAt).toBeNull()
  })

  it('of another organization looks like an unknown one', async () => {
    await run('one', 1, 10)
    const id = await idOf('one')
    const other = await createTenant()
    for (const unknown of [id, 9_876_543_210, -1, 0.5, Number.NaN]) {
      const refused = { code: 'not_found', message: 'No deployment with this id' }
      await expect(voidDeployment(operatorOf(other.organization.id), unknown, 'mine')).rejects.toMatchObject(refused)
      await expect(restoreDeployment(operatorOf(other.organization.id), unknown, 'mine')).rejects.toMatchObject(refused)
    }
    expect((await show('one')).voidedAt).toBeNull()
    expect(await listCorrections(other.organization.id, id)).toEqual([])
  })
})

describe('while the repository is being linked', () => {
  it('corrections of an organization wait on one connection of pages, and say at last that they wait', async () => {
    const ids: number[] = []
    for (const hour of [10, 11]) ids.push((await run(`run-${hour}`, hour - 9, hour)).shown.id)
    const voidOne = (id: number) =>
      voidDeployment({ organizationId: organizationId(), userId: world.ada.id }, id, 'a mistake')
    const corrections = await inTransaction(db().linking, never, async (client) => {
      await lockRepositories(client, organizationId(), [world.repository.id])
      const running = ids.map(voidOne)
      const all = Promise.allSettled(running)
      await lockWaits(1)
      expect(db().people.totalCount - db().people.idleCount).toBe(1)
      await Promise.allSettled(running.slice(0, 1))
      return { all }
    })
    const [first, second] = await corrections.all
    const message = 'Its repository is being linked. Try again in a minute.'
    expect(first).toMatchObject({ reason: { code: 'unavailable', message } })
    expect(second?.status).toBe('fulfilled')
  })

  it('corrections of all organizations leave most connections of pages to readers', async () => {
    const worlds = [world, await tenantWithHistory(1), await tenantWithHistory(1), await tenantWithHistory(1)]
    const deployments: { organizationId: number; id: number }[] = []
    for (const { tenant, shas } of worlds) {
      for (const service of ['api', 'web']) {
        const { shown } = await deploy(tenant, { service, commitSha: at(shas, 0) })
        deployments.push({ organizationId: tenant.organization.id, id: shown.id })
      }
    }
    const voidOne = (one: { organizationId: number; id: number }) =>
      voidDeployment(operatorOf(one.organizationId), one.id, 'a mistake')
    const corrections = await inTransaction(db().linking, never, async (client) => {
      for (const { organizationId, id } of worlds.map(({ repository }) => repository))
        await lockRepositories(client, organizationId, [id])
      const running = Promise.all(deployments.map(voidOne))
      await lockWaits(3)
      expect(db().people.totalCount - db().people.idleCount).toBe(3)
      return { running }
    })
    expect(await corrections.running).toHaveLength(8)
  })
})
