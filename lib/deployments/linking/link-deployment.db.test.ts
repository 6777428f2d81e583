import { describe, expect, it } from 'vitest'
import { getDeployment } from '@/lib/deployments/get'
import { linkPending } from '@/lib/deployments/linking/relink'
import type { Repository } from '@/lib/generated/prisma/client'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import {
  createCommits,
  createPullRequest,
  createRepository,
  createTenant,
  deploymentBody,
  randomSha,
} from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

describe('exact links', () => {
  it('link the pull request whose merge commit is deployed, with its lead time', async () => {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'api')
    const mergeCommitSha = randomSha()
    await createPullRequest(repository, { number: 7, mergeCommitSha, mergedAt: '2026-03-02T09:05:00Z' })
    const { answer, shown } = await deploy(tenant, { commitSha: mergeCommitSha.toUpperCase() })
    expect(answer.linkedPRs).toBe(1)
    expect(shown).toMatchObject({
      repository: 'api',
      reason: null,
      pullRequests: [{ number: 7, title: 'Change 7', method: 'merge-commit', leadTimeSeconds: 3600 }],
    })
  })

  it('link the pull request whose head commit is deployed', async () => {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'api')
    const headCommitSha = randomSha()
    await createPullRequest(repository, { number: 8, headCommitSha, mergeCommitSha: randomSha() })
    expect((await deploy(tenant, { commitSha: headCommitSha })).methods).toEqual(['head-commit'])
  })

  it('do not swallow history at the first deployment of a service', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    expect((await deploy(tenant, { commitSha: at(shas, 15), service: 'api' })).numbers).toEqual([16])
  })

  it.each(['pending', 'in_progress', 'failure', 'cancelled', 'rolled_back'])('count none for %s', async (status) => {
    const { tenant, shas } = await tenantWithHistory(2)
    const { answer, numbers } = await deploy(tenant, { commitSha: at(shas, 1), status })
    expect({ linkedPRs: answer.linkedPRs, numbers }).toEqual({ linkedPRs: 0, numbers: [] })
  })

  it('count none outside production, and say why', async () => {
    const { tenant, shas } = await tenantWithHistory(2)
    const { answer, shown } = await deploy(tenant, { commitSha: at(shas, 1), environment: 'staging' })
    expect({ linkedPRs: answer.linkedPRs, reason: shown.reason }).toEqual({
      linkedPRs: 0,
      reason: 'not a production environment',
    })
  })

  it('are made once the deployment succeeds, and returned again on a retry', async () => {
    const { tenant, shas } = await tenantWithHistory(2)
    const event = deploymentBody({ commitSha: at(shas, 1), status: 'in_progress', completedAt: null })
    const done = { ...event, status: 'success', completedAt: '2026-03-02T10:05:00Z' }
    const answers = [event, done, done].map((body) => () => postEvent(tenant.token, body))
    const linked: unknown[] = []
    for (const post of answers) linked.push((await post()).body)
    expect(linked).toMatchObject([{ linkedPRs: 0 }, { linkedPRs: 1 }, { linkedPRs: 1 }])
  })
})

describe('the repository', () => {
  it('is the one that holds the commit when the service matches nothing', async () => {
    const { tenant, shas } = await tenantWithHistory(3)
    expect((await deploy(tenant, { commitSha: at(shas, 2), service: 'billing' })).numbers).toEqual([3])
  })

  it('must be named when two hold the commit', async () => {
    const tenant = await createTenant()
    const [one, two] = [
      await createRepository(tenant.organization.id, 'acme/api'),
      await createRepository(tenant.organization.id, 'fork/api-copy', ['copy']),
    ]
    const sha = randomSha()
    await createPullRequest(one, { number: 1, mergeCommitSha: sha })
    await createPullRequest(two, { number: 2, mergeCommitSha: sha })
    expect((await deploy(tenant, { commitSha: sha })).shown.reason).toBe('commit found in several repositories')
    expect((await deploy(tenant, { commitSha: sha, service: 'API' })).numbers).toEqual([1])
    expect((await deploy(tenant, { commitSha: sha, service: 'Fork/Api-Copy' })).numbers).toEqual([2])
    expect((await deploy(tenant, { commitSha: sha, service: 'copy' })).numbers).toEqual([2])
  })

  it('is never another organization’s', async () => {
    const { shas } = await tenantWithHistory(2)
    const stranger = await createTenant()
    await createRepository(stranger.organization.id, 'acme/api')
    const { answer, shown } = await deploy(stranger, { commitSha: at(shas, 1), service: 'api' })
    expect({ linkedPRs: answer.linkedPRs, reason: shown.reason }).toEqual({ linkedPRs: 0, reason: 'unknown commit' })
  })

  it('gives a reason when it is missing', async () => {
    const tenant = await createTenant()
    expect((await deploy(tenant, {})).shown.reason).toBe('no repository imported')
    await createRepository(tenant.organization.id, 'api')
    expect((await deploy(tenant, {})).shown.reason).toBe('unknown commit')
    expect((await deploy(tenant, { service: 'billing' })).shown.reason).toBe('no repository for service')
  })
})

describe('short SHAs', () => {
  const base = 'c0ffee1234567890c0ffee1234567890c0ffee12'

  async function tenantWith(...shas: string[]) {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'api')
    for (const [index, mergeCommitSha] of shas.entries()) {
      await createPullRequest(repository, { number: index + 1, mergeCommitSha })
    }
    return tenant
  }

  it('link when one commit begins with them', async () => {
    const tenant = await tenantWith(base)
    expect((await deploy(tenant, { commitSha: base.slice(0, 7) })).numbers).toEqual([1])
    expect((await deploy(tenant, { commitSha: base.slice(0, 39) })).numbers).toEqual([1])
  })

  it('do not link when two do', async () => {
    const tenant = await tenantWith(base, `${base.slice(0, 8)}${'f'.repeat(32)}`)
    expect((await deploy(tenant, { commitSha: base.slice(0, 8) })).shown.reason).toBe('ambiguous short SHA')
    expect((await deploy(tenant, { commitSha: base.slice(0, 9) })).numbers).toEqual([1])
  })

  it('of 5 or 6 characters need the service', async () => {
    const tenant = await tenantWith(base)
    expect((await deploy(tenant, { commitSha: base.slice(0, 5) })).shown.reason).toBe('short SHA needs a service')
    expect((await deploy(tenant, { commitSha: base.slice(0, 5), service: 'api' })).numbers).toEqual([1])
  })
})

describe('ranges', () => {
  it('link everything merged after the previous commit', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const { answer, numbers, methods } = await deploy(tenant, {
      commitSha: at(shas, 12),
      previousCommitSha: at(shas, 9).toUpperCase(),
    })
    expect(answer.linkedPRs).toBe(3)
    expect(numbers).toEqual([11, 12, 13])
    expect(methods).toEqual(['range', 'range', 'merge-commit'])
  })

  it('take short SHAs on both ends', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const fields = { commitSha: at(shas, 12).slice(0, 10), previousCommitSha: at(shas, 9).slice(0, 10) }
    expect((await deploy(tenant, fields)).numbers).toEqual([11, 12, 13])
  })

  it('read a range of hundreds of commits', async () => {
    const { tenant, shas } = await tenantWithHistory(1_200)
    const event = { commitSha: at(shas, 1_150), previousCommitSha: at(shas, 150) }
    const { shown } = await deploy(tenant, event)
    // A busy machine may answer before all of them are found.
    await linkPending(tenant.organization.id)
    const { pullRequests } = await getDeployment(tenant.organization.id, shown.deploymentId)
    expect(pullRequests).toHaveLength(1_000)
  })

  it('are empty for a redeploy and for a step back', async () => {
    const { tenant, shas } = await tenantWithHistory(20)
    const again = await deploy(tenant, { commitSha: at(shas, 12), previousCommitSha: at(shas, 12) })
    const back = await deploy(tenant, { commitSha: at(shas, 9), previousCommitSha: at(shas, 12) })
    expect(again.shown.reason).toBe('no pull request since previous commit')
    expect(back.numbers).toEqual([])
  })

  it.each([
    ['zeros', '0'.repeat(40)],
    ['a branch name', 'main'],
    ['an unknown commit', 'd'.repeat(40)],
  ])('fall back to the commit itself when the previous one is %s', async (_name, previousCommitSha) => {
    const { tenant, shas } = await tenantWithHistory(20)
    const { numbers, shown } = await deploy(tenant, { commitSha: at(shas, 12), previousCommitSha })
    expect(numbers).toEqual([13])
    expect(shown.previousCommitSha).toBe(previousCommitSha)
  })

  it('follow merges: a side branch counts when it is merged, not when it was written', async () => {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'api')
    const [root, main, side, merge] = [randomSha(), randomSha(), randomSha(), randomSha()]
    await createCommits(repository, [
      { sha: root, generation: 1_000 },
      { sha: side, parents: [root], generation: 1_001 },
      { sha: main, parents: [root], generation: 2_000 },
      { sha: merge, parents: [main, side], generation: 3_000 },
    ])
    for (const [index, sha] of [root, main, side, merge].entries()) {
      await createPullRequest(repository, { number: index + 1, mergeCommitSha: sha })
    }
    expect((await deploy(tenant, { commitSha: merge, previousCommitSha: main })).numbers).toEqual([3, 4])
    expect((await deploy(tenant, { commitSha: main, previousCommitSha: side })).numbers).toEqual([2])
  })

  it('use the time window where the commits themselves are not known, and say so', async () => {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'api')
    const shas = await pullRequestsByDay(repository, ['main', 'main', 'release', 'main'])
    const { numbers, methods } = await deploy(tenant, { commitSha: at(shas, 3), previousCommitSha: at(shas, 0) })
    expect(numbers).toEqual([2, 4])
    expect(methods).toEqual(['time-window', 'merge-commit'])
  })
})

async function pullRequestsByDay(repository: Repository, baseBranches: string[]): Promise<string[]> {
  const shas = baseBranches.map(randomSha)
  for (const [index, baseBranch] of baseBranches.entries()) {
    const mergedAt = `2026-02-0${index + 1}T12:00:00Z`
    await createPullRequest(repository, { number: index + 1, mergeCommitSha: at(shas, index), baseBranch, mergedAt })
  }
  return shas
}
