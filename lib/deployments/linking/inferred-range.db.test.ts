import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { requestLink } from '@/lib/deployments/linking/linker'
import { linkPending } from '@/lib/deployments/linking/relink'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { permutations } from '@/lib/testing/permutations'
import { postEvent } from '@/lib/testing/webhook'

const during = (hour: number) => ({
  startedAt: `2026-03-02T${hour}:00:00Z`,
  completedAt: `2026-03-02T${hour}:30:00Z`,
})

async function linksOf(tenant: Tenant, deploymentId: string) {
  const { pullRequests, reason } = await getDeployment(tenant.organization.id, deploymentId)
  return { numbers: pullRequests.map(({ number }) => number).sort((a, b) => a - b), reason }
}

describe('without a previous commit', () => {
  it('everything since the last success of the service is linked, and says so', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const first = await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10) })
    const next = await deploy(tenant, { service: ' API', commitSha: at(shas, 12), ...during(11) })
    expect([first.numbers, next.numbers]).toEqual([[10], [11, 12, 13]])
    expect(next.methods).toEqual(['inferred-range', 'inferred-range', 'merge-commit'])
    const stored = await db().prisma.deployment.findFirst({ where: { id: next.shown.id } })
    expect(stored).toMatchObject({
      baseSha: at(shas, 9),
      baseDeploymentId: BigInt(first.shown.id),
      commitCount: 3,
      settled: true,
    })
  })

  it.each([
    ['another service', { service: 'web' }],
    ['no service', { service: null }],
    ['another environment', { environment: 'live' }],
    ['a failure', { status: 'failure' }],
    ['a rollback', { status: 'rolled_back' }],
    ['a later deployment', during(23)],
  ])('%s is no start of the range', async (_name, fields) => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10), ...fields })
    expect((await deploy(tenant, { service: 'api', commitSha: at(shas, 12), ...during(11) })).numbers).toContain(13)
    const [last] = [await deploy(tenant, { service: 'api', commitSha: at(shas, 12), ...during(11) })]
    expect(last.shown.baseSha).toBe(at(shas, 12))
  })

  it('a redeploy ships nothing, and says since when', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10) })
    const again = await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(11) })
    expect(again.shown.reason).toBe('no pull request since previous deployment')
  })

  it('an unknown previous commit is not replaced by a guess', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10) })
    const next = { service: 'api', commitSha: at(shas, 12), previousCommitSha: 'd'.repeat(40), ...during(11) }
    expect((await deploy(tenant, next)).shown).toMatchObject({ baseSha: null, settled: false })
  })

  it('zeros, as a first pipeline run sends them, count as none', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10) })
    const next = { service: 'api', commitSha: at(shas, 12), previousCommitSha: '0'.repeat(40), ...during(11) }
    expect((await deploy(tenant, next)).numbers).toEqual([11, 12, 13])
  })

  it('a success that is reported late takes its share back from the one after it', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10) })
    const last = await deploy(tenant, { service: 'api', commitSha: at(shas, 14), ...during(14) })
    expect(last.numbers).toEqual([11, 12, 13, 14, 15])
    const late = await deploy(tenant, { service: 'api', commitSha: at(shas, 11), ...during(12) })
    expect(late.numbers).toEqual([11, 12])
    expect((await linksOf(tenant, last.shown.deploymentId)).numbers).toEqual([13, 14, 15])
  })

  it('what started at a deployment starts before it when that one turns out to have failed', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10) })
    const bad = { deploymentId: 'bad', service: 'api', commitSha: at(shas, 11), ...during(11) }
    await deploy(tenant, bad)
    const last = await deploy(tenant, { service: 'api', commitSha: at(shas, 14), ...during(14) })
    expect(last.numbers).toEqual([13, 14, 15])
    await deploy(tenant, { ...bad, status: 'failure' })
    expect((await linksOf(tenant, last.shown.deploymentId)).numbers).toEqual([11, 12, 13, 14, 15])
  })

  it('of very many that started at a deployment, most are linked again later, and only those that start elsewhere', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const before = await deploy(tenant, { service: 'api', commitSha: at(shas, 9), ...during(10) })
    const base = { deploymentId: 'base', service: 'api', commitSha: at(shas, 11), ...during(11) }
    const { shown } = await deploy(tenant, base)
    for (let count = 0; count < 24; count += 1) {
      await deploy(tenant, { service: 'api', commitSha: at(shas, 14), status: 'rolled_back', ...during(12) })
    }
    const last = await deploy(tenant, { service: 'api', commitSha: at(shas, 14), ...during(14) })
    const startAt = (baseDeploymentId: number) =>
      db().prisma.deployment.count({ where: { organizationId: tenant.organization.id, baseDeploymentId } })
    const marked = () => db().prisma.pendingLink.count({ where: { organizationId: tenant.organization.id } })
    /** Waits for this deployment alone, however busy the machine. */
    const postBase = async (fields: Record<string, unknown>) => {
      await deploy(tenant, { ...base, ...fields })
      await requestLink({ organizationId: tenant.organization.id, id: shown.id })
    }
    await linkPending(tenant.organization.id)
    expect([await startAt(shown.id), await marked()]).toEqual([25, 0])
    await postBase({})
    expect([await startAt(shown.id), await marked()]).toEqual([25, 0])
    await postBase({ status: 'failure' })
    expect([await startAt(shown.id), await marked()]).toEqual([5, 5])
    await linkPending(tenant.organization.id)
    expect([await startAt(shown.id), await startAt(before.shown.id), await marked()]).toEqual([0, 25, 0])
    expect((await linksOf(tenant, last.shown.deploymentId)).numbers).toEqual([11, 12, 13, 14, 15])
  })

  it('what is linked is the same for all orders of a story with a failure, a rollback and a redeploy', async () => {
    const story = (shas: readonly string[]) => [
      { deploymentId: 'first', commitSha: at(shas, 9), ...during(10) },
      { deploymentId: 'second', commitSha: at(shas, 12), ...during(11) },
      { deploymentId: 'bad', commitSha: at(shas, 15), status: 'rolled_back', ...during(12) },
      { deploymentId: 'back', commitSha: at(shas, 12), ...during(13) },
      { deploymentId: 'fixed', commitSha: at(shas, 18), ...during(14) },
    ]
    const expected = [[10], [11, 12, 13], [], [], [14, 15, 16, 17, 18, 19]]
    for (const order of permutations([0, 1, 2, 3, 4])) {
      const { tenant, shas } = await tenantWithHistory(20)
      const events = story(shas).map((fields) => deploymentBody({ service: 'api', ...fields }))
      for (const position of order) await postEvent(tenant.token, events[position])
      const found = await Promise.all(events.map(({ deploymentId }) => linksOf(tenant, String(deploymentId))))
      expect(found.map(({ numbers }) => numbers)).toEqual(expected)
    }
  })

  it('what is linked is the same when all arrive at once', async () => {
    const { tenant, shas } = await tenantWithHistory(40)
    for (let round = 0; round < 10; round += 1) {
      const service = `service-${round}`
      const commits = [5, 9, 14, 20, 30]
      const post = (commit: number, index: number) =>
        postEvent(
          tenant.token,
          deploymentBody({
            deploymentId: `${service}-${index}`,
            service,
            commitSha: at(shas, commit),
            ...during(10 + index),
          }),
        )
      await Promise.all(commits.map(post))
      const found = await Promise.all(commits.map((_, index) => linksOf(tenant, `${service}-${index}`)))
      expect(found.map(({ numbers }) => numbers.length)).toEqual([1, 4, 5, 6, 10])
    }
  })
})
