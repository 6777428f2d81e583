import { describe, expect, it } from 'vitest'
import { getDeployment } from '@/lib/deployments/get'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { permutations } from '@/lib/testing/permutations'
import { postEvent } from '@/lib/testing/webhook'

async function numbersOf(tenant: Tenant, deploymentId: string): Promise<number[]> {
  const { pullRequests } = await getDeployment(tenant.organization.id, deploymentId)
  return pullRequests.map(({ number }) => number)
}

describe('a deployment that is rolled back', () => {
  const completed = (hour: number) => ({
    startedAt: `2026-03-02T${hour}:00:00Z`,
    completedAt: `2026-03-02T${hour}:30:00Z`,
  })

  it('hands its pull requests to the next success that contains them', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const first = { service: 'api', commitSha: at(shas, 12), previousCommitSha: at(shas, 9), ...completed(10) }
    const bad = await deploy(tenant, first)
    const next = await deploy(tenant, {
      service: 'api',
      commitSha: at(shas, 13),
      previousCommitSha: at(shas, 12),
      ...completed(12),
    })
    expect([bad.numbers, next.numbers]).toEqual([[11, 12, 13], [14]])

    const { deploymentId } = bad.shown
    const rolledBack = await deploy(tenant, { ...first, deploymentId, status: 'rolled_back' })
    expect(rolledBack.answer.linkedPRs).toBe(0)
    const after = await getDeployment(tenant.organization.id, next.shown.deploymentId)
    expect(after.pullRequests.map(({ number }) => number)).toEqual([11, 12, 13, 14])

    const again = await deploy(tenant, { ...first, deploymentId, completedAt: '2026-03-02T10:45:00Z' })
    expect(again.numbers).toEqual([11, 12, 13])
    const taken = await getDeployment(tenant.organization.id, next.shown.deploymentId)
    expect(taken.pullRequests.map(({ number }) => number)).toEqual([14])
  })

  it('does so as well when the next success is posted later', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, {
      commitSha: at(shas, 12),
      previousCommitSha: at(shas, 9),
      status: 'rolled_back',
      ...completed(10),
    })
    const older = await deploy(tenant, { commitSha: at(shas, 9), previousCommitSha: at(shas, 12), ...completed(11) })
    const next = await deploy(tenant, { commitSha: at(shas, 13), previousCommitSha: at(shas, 12), ...completed(12) })
    const later = await deploy(tenant, { commitSha: at(shas, 14), previousCommitSha: at(shas, 13), ...completed(13) })
    expect([older.numbers, next.numbers, later.numbers]).toEqual([[], [11, 12, 13, 14], [15]])
    expect(next.answer.linkedPRs).toBe(4)
  })

  it('hands nothing to another service or environment', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 12), status: 'rolled_back', ...completed(10) })
    const other = await deploy(tenant, { service: 'worker', commitSha: at(shas, 13), ...completed(12) })
    expect(other.numbers).toEqual([14])
  })

  it('hands them on as well when the rollback is reported after the fix', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const first = { commitSha: at(shas, 12), previousCommitSha: at(shas, 9), ...completed(10) }
    const bad = await deploy(tenant, first)
    const fix = await deploy(tenant, { commitSha: at(shas, 13), previousCommitSha: at(shas, 12), ...completed(11) })
    const { deploymentId } = bad.shown
    await deploy(tenant, { ...first, deploymentId, status: 'rolled_back', completedAt: '2026-03-02T12:00:00Z' })
    expect(await numbersOf(tenant, fix.shown.deploymentId)).toEqual([11, 12, 13, 14])
  })

  it('shows nothing of another commit once it runs again', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const done = await deploy(tenant, { commitSha: at(shas, 12), ...completed(10) })
    const { shown } = await deploy(tenant, {
      deploymentId: done.shown.deploymentId,
      commitSha: at(shas, 13),
      status: 'in_progress',
      startedAt: '2026-03-02T12:00:00Z',
      completedAt: null,
    })
    expect(shown).toMatchObject({ linkedPRs: 0, resolvedSha: null, reason: 'not successful' })
    expect(shown.commit).toMatchObject({ repository: 'acme/api', pullRequests: [{ number: 14 }] })
  })
})

const timesOf = (hour: number) => ({
  startedAt: `2026-03-02T${hour}:00:00Z`,
  completedAt: `2026-03-02T${hour}:30:00Z`,
})

/** A bad deployment that is rolled back, a fix that turns out to have failed, and the fix of the fix. */
function story(shas: readonly string[]): Record<string, unknown>[] {
  const bad = { deploymentId: 'bad', commitSha: at(shas, 12), previousCommitSha: at(shas, 9), ...timesOf(10) }
  const fix = { deploymentId: 'fix', commitSha: at(shas, 13), previousCommitSha: at(shas, 12), ...timesOf(11) }
  const last = { deploymentId: 'last', commitSha: at(shas, 14), previousCommitSha: at(shas, 13), ...timesOf(13) }
  return [
    bad,
    { ...bad, status: 'rolled_back', completedAt: '2026-03-02T11:10:00Z' },
    fix,
    { ...fix, status: 'failure', completedAt: '2026-03-02T12:00:00Z' },
    last,
  ].map((event) => deploymentBody(event))
}

describe('what a rollback hands on', () => {
  it('is the same for all 120 orders of five events', async () => {
    const outcomes = new Set<string>()
    for (const order of permutations([0, 1, 2, 3, 4])) {
      const { tenant, shas } = await tenantWithHistory(16)
      const events = story(shas)
      for (const index of order) expect((await postEvent(tenant.token, events[index])).status).toBeLessThan(300)
      const numbers = await Promise.all(['bad', 'fix', 'last'].map((id) => numbersOf(tenant, id)))
      outcomes.add(JSON.stringify(numbers))
    }
    expect([...outcomes]).toEqual([JSON.stringify([[], [], [11, 12, 13, 15]])])
  })

  it('is not lost when the rollback and the fix arrive at once', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { tenant, shas } = await tenantWithHistory(16)
      const [bad, rollback, fix] = story(shas)
      await postEvent(tenant.token, bad)
      await Promise.all([rollback, fix].map((event) => postEvent(tenant.token, event)))
      expect(await numbersOf(tenant, 'fix')).toEqual([11, 12, 13, 14])
    }
  })

  it('is handed on once when two fixes arrive at once', async () => {
    for (let round = 0; round < 15; round += 1) {
      const { tenant, shas } = await tenantWithHistory(16)
      const [bad, rollback, fix, , last] = story(shas)
      for (const event of [bad, rollback]) await postEvent(tenant.token, event)
      await Promise.all([fix, last].map((event) => postEvent(tenant.token, event)))
      expect(await numbersOf(tenant, 'fix')).toEqual([11, 12, 13, 14])
      expect(await numbersOf(tenant, 'last')).toEqual([15])
    }
  })
})
