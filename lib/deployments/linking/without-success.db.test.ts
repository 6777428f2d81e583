import { describe, expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { getDeployment } from '@/lib/deployments/get'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import { linkPending, relinkRepository } from '@/lib/deployments/linking/relink'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { createCommits, keyOf, randomSha, type Tenant } from '@/lib/testing/factories'

type Fields = Record<string, unknown>

const during = (hour: number) => ({
  startedAt: new Date(Date.UTC(2026, 2, 2, hour)).toISOString(),
  completedAt: new Date(Date.UTC(2026, 2, 2, hour, 30)).toISOString(),
})

async function numbersOf(tenant: Tenant, deploymentId: string): Promise<number[]> {
  // A busy machine may answer before all is linked.
  await linkPending(tenant.organization.id)
  const { pullRequests } = await getDeployment(tenant.organization.id, deploymentId)
  return pullRequests.map(({ number }) => number).sort((a, b) => a - b)
}

describe('without a success before', () => {
  /** One after the other, each with the commit of the one before as previous; all but the last failed. */
  async function chain(first: Fields, ...commits: number[]) {
    const { tenant, repository, shas } = await tenantWithHistory(16)
    for (const [index, commit] of commits.entries()) {
      const previous = index === 0 ? first : { previousCommitSha: at(shas, commits[index - 1] ?? 0) }
      const status = index === commits.length - 1 ? 'success' : 'failure'
      await deploy(tenant, {
        deploymentId: `run-${index}`,
        commitSha: at(shas, commit),
        status,
        ...previous,
        ...during(index),
      })
    }
    const last = () => numbersOf(tenant, `run-${commits.length - 1}`)
    return { tenant, repository, shas, last }
  }

  it('a range begins before the first that failed where it names no commit, or itself', async () => {
    expect(await (await chain({}, 7, 8, 10)).last()).toEqual([8, 9, 10, 11])
    const { tenant, shas } = await tenantWithHistory(16)
    const bad = { commitSha: at(shas, 7), previousCommitSha: at(shas, 7), status: 'failure', ...during(1) }
    await deploy(tenant, bad)
    const fix = await deploy(tenant, { commitSha: at(shas, 9), previousCommitSha: at(shas, 7), ...during(2) })
    expect(fix.numbers).toEqual([8, 9, 10])
    expect(fix.shown).toMatchObject({ baseSha: at(shas, 6), settled: true })
  })

  it('it begins nowhere before the very first commit', async () => {
    const { last } = await chain({}, 0, 2)
    expect(await last()).toEqual([3])
  })

  it('it begins elsewhere once one that is not named by it changes', async () => {
    const { tenant, shas, last } = await chain({}, 7, 8, 9, 11)
    expect(await last()).toEqual([8, 9, 10, 11, 12])
    const first = { deploymentId: 'run-0', commitSha: at(shas, 7), status: 'failure', startedAt: during(0).startedAt }
    await deploy(tenant, { ...first, previousCommitSha: at(shas, 4), completedAt: during(5).completedAt })
    expect(await last()).toEqual([6, 7, 8, 9, 10, 11, 12])
    await deploy(tenant, { ...first, commitSha: at(shas, 3), completedAt: during(6).completedAt })
    expect(await last()).toEqual([9, 10, 11, 12])
  })

  it('it begins where one that failed was to begin once that commit is known', async () => {
    const early = randomSha()
    const { tenant, repository, shas, last } = await chain({ previousCommitSha: early }, 7, 9)
    expect(await last()).toEqual([8, 9, 10])
    const data = await db().prisma.commit.findFirstOrThrow({ where: { sha: at(shas, 4) } })
    await createCommits(repository, [{ sha: early, parents: [at(shas, 4)], generation: Number(data.generation) + 1 }])
    await noteLinkChanges(db().people, keyOf(repository), [{ sha: early, merges: false }])
    await relinkRepository(tenant.organization.id, repository.id)
    expect(await last()).toEqual([6, 7, 8, 9, 10])
  })

  it('many that failed are followed, and then it begins before the next', async () => {
    const commits = Array.from({ length: 25 }, (_, index) => index + 1)
    const { tenant, shas } = await tenantWithHistory(30)
    for (const commit of commits) {
      const fields = { commitSha: at(shas, commit), previousCommitSha: at(shas, commit - 1), ...during(commit) }
      await deploy(tenant, { ...fields, status: 'failure' })
    }
    const last = await deploy(tenant, { commitSha: at(shas, 26), previousCommitSha: at(shas, 25), ...during(26) })
    expect(last.shown.baseSha).toBe(at(shas, 4))
  })
})
