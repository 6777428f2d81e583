import { describe, expect, it, onTestFinished } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { getDeployment } from '@/lib/deployments/get'
import { lockRepositories } from '@/lib/deployments/linking/lock-repositories'
import { markServices } from '@/lib/deployments/linking/mark-services'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import {
  linkDue,
  linkPending,
  markForRelinking,
  relinkRepository,
  spreadLeftovers,
} from '@/lib/deployments/linking/relink'
import { startLinkWorker, stopLinkWorker } from '@/lib/deployments/linking/worker'
import type { Repository } from '@/lib/generated/prisma/client'
import { listRepositories } from '@/lib/sources/repositories/list'
import { at, deploy, linkAllDue, tenantWithHistory } from '@/lib/testing/deploy'
import {
  createCommits,
  createPullRequest,
  createRepository,
  createTenant,
  keyOf,
  randomSha,
  type Tenant,
} from '@/lib/testing/factories'
import { lockWaits } from '@/lib/testing/lock-waits'

const numbersOf = async ({ organization }: Tenant, deploymentId: string) =>
  (await getDeployment(organization.id, deploymentId)).pullRequests.map(({ number }) => number).sort((a, b) => a - b)

const note = (repository: Repository, merges: boolean, ...shas: string[]) =>
  noteLinkChanges(
    db().people,
    keyOf(repository),
    shas.map((sha) => ({ sha, merges })),
  )

/** Marks a deployment again each time that it is linked, as events that never cease may. */
async function keepMarking({ organization }: Tenant): Promise<void> {
  await db().people.query(`
    CREATE FUNCTION mark_again() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN
      INSERT INTO pending_links (deployment_id, organization_id) VALUES (OLD.deployment_id, OLD.organization_id);
      RETURN NULL;
    END';
    CREATE TRIGGER mark_again AFTER DELETE ON pending_links FOR EACH ROW
      WHEN (OLD.organization_id = ${organization.id}) EXECUTE FUNCTION mark_again()`)
  onTestFinished(async () => {
    await db().people.query('DROP FUNCTION mark_again CASCADE')
  })
}

/** Three commits in a row, each of which merges a pull request, that are not stored yet. */
async function unknownHistory() {
  const tenant = await createTenant()
  const repository = await createRepository(tenant.organization.id, 'acme/api')
  const shas = [randomSha(), randomSha(), randomSha()]
  const store = async () => {
    await createCommits(
      repository,
      shas.map((sha, index) => ({ sha, parents: shas.slice(Math.max(index - 1, 0), index), generation: 100 + index })),
    )
    for (const [index, mergeCommitSha] of shas.entries()) {
      await createPullRequest(repository, { number: index + 1, mergeCommitSha })
    }
    await note(repository, false, ...shas)
  }
  return { tenant, repository, shas, store }
}

describe('commits that arrive after the deployment', () => {
  it.each([
    ['in full', 40],
    ['shortened', 8],
  ])('are found when they were sent %s', async (_name, length) => {
    const { tenant, repository, shas, store } = await unknownHistory()
    const { shown } = await deploy(tenant, {
      commitSha: at(shas, 2).slice(0, length),
      previousCommitSha: at(shas, 0).slice(0, length),
    })
    expect(shown.reason).toBe('unknown commit')
    await store()
    expect(await relinkRepository(tenant.organization.id, repository.id)).toBe(1)
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 3])
  })

  it('complete a range whose start was not known', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(5)
    const previousCommitSha = randomSha()
    const { shown, numbers } = await deploy(tenant, { commitSha: at(shas, 4), previousCommitSha })
    expect(numbers).toEqual([5])
    await createCommits(repository, [{ sha: previousCommitSha, parents: [at(shas, 1)], generation: 2_000_000_000 }])
    await note(repository, false, previousCommitSha)
    await relinkRepository(tenant.organization.id, repository.id)
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([3, 4, 5])
  })

  it('do not touch deployments that they cannot concern', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(5)
    const { shown } = await deploy(tenant, { commitSha: at(shas, 4), previousCommitSha: at(shas, 2) })
    const version = () => db().prisma.$queryRaw`SELECT xmin::text FROM deployments WHERE id = ${shown.id}`
    const before = await version()
    await createCommits(repository, [{ sha: randomSha(), parents: [at(shas, 4)], generation: 2_000_000_000 }])
    const { rows } = await db().people.query<{ sha: string }>(
      'SELECT sha FROM commits WHERE repository_id = $1 ORDER BY generation DESC LIMIT 1',
      [repository.id],
    )
    await note(repository, false, rows[0]?.sha ?? '')
    expect(await relinkRepository(tenant.organization.id, repository.id)).toBe(0)
    expect(await version()).toEqual(before)
  })

  it('make a commit ambiguous when another repository has it too', async () => {
    const { tenant, shas } = await tenantWithHistory(2)
    const { shown } = await deploy(tenant, { commitSha: at(shas, 1) })
    const fork = await createRepository(tenant.organization.id, 'fork/api')
    await createCommits(fork, [{ sha: at(shas, 1), generation: 5 }])
    await note(fork, false, at(shas, 1))
    await relinkRepository(tenant.organization.id, fork.id)
    const { reason } = await getDeployment(tenant.organization.id, shown.deploymentId)
    expect(reason).toBe('commit found in several repositories')
  })

  it('correct the ranges that start at the deployment', async () => {
    const { tenant, repository, shas, store } = await unknownHistory()
    const early = randomSha()
    await createCommits(repository, [{ sha: early, generation: 50 }])
    await deploy(tenant, { service: 'api', commitSha: at(shas, 0), completedAt: '2026-03-02T10:05:00Z' })
    const last = await deploy(tenant, { service: 'api', commitSha: at(shas, 2), completedAt: '2026-03-02T11:05:00Z' })
    await store()
    await relinkRepository(tenant.organization.id, repository.id)
    expect(await numbersOf(tenant, last.shown.deploymentId)).toEqual([2, 3])
  })
})

describe('pull requests that arrive after the deployment', () => {
  it('are linked where they lie in a range, and only there', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(10)
    await db().prisma.pullRequest.deleteMany({ where: { repositoryId: repository.id, number: 5 } })
    const range = (from: number, to: number, hour: number) =>
      deploy(tenant, {
        commitSha: at(shas, to),
        previousCommitSha: at(shas, from),
        completedAt: `2026-03-02T${hour}:05:00Z`,
      })
    const [before, within, after] = [await range(0, 2, 10), await range(2, 6, 11), await range(6, 9, 12)]
    expect(within.numbers).toEqual([4, 6, 7])
    await createPullRequest(repository, { number: 5, mergeCommitSha: at(shas, 4) })
    await note(repository, true, at(shas, 4))
    expect(await relinkRepository(tenant.organization.id, repository.id)).toBe(1)
    const found = [before, within, after].map(({ shown }) => numbersOf(tenant, shown.deploymentId))
    expect(await Promise.all(found)).toEqual([
      [2, 3],
      [4, 5, 6, 7],
      [8, 9, 10],
    ])
  })

  it('are linked once they are merged, when their head was deployed', async () => {
    const tenant = await createTenant()
    const repository = await createRepository(tenant.organization.id, 'api')
    const headCommitSha = randomSha()
    const id = await createPullRequest(repository, { number: 1, headCommitSha, mergedAt: null })
    const { shown } = await deploy(tenant, { commitSha: headCommitSha })
    expect(shown.reason).toBe('not merged')
    await db().prisma.pullRequest.updateMany({ where: { id }, data: { mergedAt: new Date('2026-03-02T10:04:00Z') } })
    await note(repository, true, headCommitSha)
    await relinkRepository(tenant.organization.id, repository.id)
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([1])
  })

  it('take commits out of those that no pull request brought', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(6)
    await db().prisma.pullRequest.deleteMany({ where: { repositoryId: repository.id, number: { in: [3, 4] } } })
    const { shown } = await deploy(tenant, { commitSha: at(shas, 5), previousCommitSha: at(shas, 0) })
    const outside = () =>
      db().prisma.deploymentCommit.findMany({
        where: { deploymentId: shown.id },
        select: { sha: true, leadTimeSeconds: true },
        orderBy: { leadTimeSeconds: 'desc' },
      })
    const leadTimeSeconds = (index: number) => (Date.UTC(2026, 2, 2, 10, 5) - Date.UTC(2026, 0, 1, 0, index)) / 1000
    expect(await outside()).toEqual([2, 3].map((n) => ({ sha: at(shas, n), leadTimeSeconds: leadTimeSeconds(n) })))
    expect(shown.commitCount).toBe(5)
    await createPullRequest(repository, { number: 3, mergeCommitSha: at(shas, 2) })
    await note(repository, true, at(shas, 2))
    await relinkRepository(tenant.organization.id, repository.id)
    expect(await outside()).toEqual([{ sha: at(shas, 3), leadTimeSeconds: leadTimeSeconds(3) }])
  })
})

describe('linking again', () => {
  it('goes on where a crash left off, also for changes of another run', async () => {
    const { tenant, repository, shas, store } = await unknownHistory()
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
    await store()
    await db().prisma.pendingLink.create({ data: { deploymentId: shown.id, organizationId: tenant.organization.id } })
    await db().prisma.linkChange.deleteMany({ where: { repositoryId: repository.id } })
    expect(await relinkRepository(tenant.organization.id, repository.id)).toBe(1)
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 3])
    expect(await db().prisma.pendingLink.count({ where: { organizationId: tenant.organization.id } })).toBe(0)
  })

  it('is done for what was only noted, too', async () => {
    const { tenant, shas, store } = await unknownHistory()
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
    await store()
    await spreadLeftovers()
    await linkAllDue()
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 3])
  })

  it('is done for all organizations, a part of many repositories at a time', async () => {
    const [many, few] = [await createTenant(), await createTenant()]
    for (const name of ['acme/a', 'acme/b', 'acme/c'])
      await note(await createRepository(many.organization.id, name), false, randomSha())
    await note(await createRepository(few.organization.id, 'acme/d'), false, randomSha())
    const left = ({ organization }: Tenant) =>
      db().prisma.linkChange.count({ where: { organizationId: organization.id } })
    await spreadLeftovers(0)
    expect([await left(many), await left(few)]).toEqual([2, 0])
    await spreadLeftovers()
    expect(await left(many)).toBe(0)
  })

  it('does no harm at once, and reports its progress', async () => {
    const { tenant, repository, shas, store } = await unknownHistory()
    const deployments: string[] = []
    for (let n = 0; n < 6; n += 1) {
      const fields = { commitSha: at(shas, 2), previousCommitSha: at(shas, 0), completedAt: `2026-03-02T1${n}:05:00Z` }
      deployments.push((await deploy(tenant, fields)).shown.deploymentId)
    }
    await store()
    const progress: string[] = []
    const run = () =>
      relinkRepository(tenant.organization.id, repository.id, ({ done, total }) => progress.push(`${done}/${total}`))
    const changed = await Promise.all([run(), run(), run()])
    expect(changed.reduce((sum, count) => sum + count)).toBe(6)
    expect(progress).toContain('6/6')
    for (const id of deployments) expect(await numbersOf(tenant, id)).toEqual([2, 3])
  })

  it('ends while deployments are marked again and again, and the worker gets changes meanwhile', async () => {
    const busy = await tenantWithHistory(3)
    const { organization } = busy.tenant
    await deploy(busy.tenant, { commitSha: at(busy.shas, 2) })
    await keepMarking(busy.tenant)
    await db().people.query(
      'INSERT INTO pending_links (deployment_id, organization_id) SELECT id, $1 FROM deployments WHERE organization_id = $1',
      [organization.id],
    )
    const onProgress = ({ done }: { done: number }) => expect(done).toBe(1)
    expect(await linkPending(organization.id, onProgress)).toBe(0)
    expect(await linkDue(never)).toBe(false)

    const newestMark = async () => {
      const { _max } = await db().prisma.pendingLink.aggregate({ _max: { id: true } })
      return Number(_max.id)
    }
    const { tenant, shas, store } = await unknownHistory()
    const { shown } = await deploy(tenant, { commitSha: at(shas, 2), previousCommitSha: at(shas, 0) })
    const before = await newestMark()
    startLinkWorker(50)
    onTestFinished(stopLinkWorker)
    await expect.poll(newestMark, { timeout: 30_000 }).toBeGreaterThan(before + 1)
    await store()
    await expect.poll(() => numbersOf(tenant, shown.deploymentId), { timeout: 30_000 }).toEqual([2, 3])
  })

  it('waits for the lock of the repository, and does not keep it', async () => {
    const { repository, store } = await unknownHistory()
    await store()
    const waiting = await inTransaction(db().people, never, async (holder) => {
      await lockRepositories(holder, repository.organizationId, [repository.id])
      const waiting = markForRelinking(repository.organizationId, repository.id)
      await lockWaits(1)
      return { until: waiting }
    })
    await waiting.until
    const locks = `SELECT FROM pg_locks JOIN pg_database d ON d.oid = database AND d.datname = current_database()
      WHERE locktype = 'advisory' AND objid = $1`
    expect((await db().people.query(locks, [repository.id])).rows).toEqual([])
  })

  it('leaves another organization alone', async () => {
    const { tenant, repository, shas, store } = await unknownHistory()
    const stranger = await createTenant()
    await createRepository(stranger.organization.id, 'acme/api')
    const { shown } = await deploy(stranger, { commitSha: at(shas, 2) })
    await store()
    await relinkRepository(tenant.organization.id, repository.id)
    expect((await getDeployment(stranger.organization.id, shown.deploymentId)).reason).toBe('unknown commit')
  })
})

describe('a service with paths of its own', () => {
  it('ships only the pull requests that touch them, or whose files are unknown', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(6, 'acme/platform')
    const { id: repositoryId, organizationId } = repository
    const setPaths = (number: number, paths: string[]) =>
      db().prisma.pullRequest.updateMany({ where: { repositoryId, number }, data: { paths, pathsKnown: true } })
    await setPaths(2, ['services/api/src/index.ts', 'README.md'])
    await setPaths(3, ['services/web/index.ts'])
    await setPaths(4, ['services/api/.env'])
    await setPaths(6, ['docs/index.md'])
    const event = { service: 'Api', commitSha: at(shas, 5), previousCommitSha: at(shas, 0) }
    const { shown } = await deploy(tenant, event)
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 3, 4, 5, 6])

    const globs = ['services/api/**']
    await db().prisma.servicePath.create({ data: { organizationId, repositoryId, nameKey: 'api', globs } })
    await markServices(db().people, organizationId, ['api '])
    expect(await linkPending(organizationId)).toBe(1)
    expect(await numbersOf(tenant, shown.deploymentId)).toEqual([2, 4, 5])
    const elsewhere = await deploy(tenant, { service: 'api', commitSha: at(shas, 2), previousCommitSha: at(shas, 1) })
    expect(elsewhere.shown.reason).toBe('no pull request touches the service')
  })
  it('is not held up by stored globs that are refused by now: they match nothing', async () => {
    const { tenant, repository, shas } = await tenantWithHistory(3, 'acme/platform')
    const { id: repositoryId, organizationId } = repository
    await db().prisma.pullRequest.updateMany({
      where: { repositoryId },
      data: { paths: ['a'.repeat(60)], pathsKnown: true },
    })
    const globs = ['{a,a}'.repeat(24), '{,a}'.repeat(30)]
    await db().prisma.servicePath.create({ data: { organizationId, repositoryId, nameKey: 'api', globs } })
    const event = { service: 'api', commitSha: at(shas, 2), previousCommitSha: at(shas, 0) }
    const { shown } = await deploy(tenant, event)
    expect(shown).toMatchObject({ reason: 'no pull request touches the service' })
    const [listed] = await listRepositories(organizationId)
    expect(listed?.servicePaths).toEqual([{ service: 'api', globs, refused: globs, leftOut: 0 }])
  })
})
