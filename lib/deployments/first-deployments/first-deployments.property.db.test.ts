import fc from 'fast-check'
import { expect, it } from 'vitest'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { noteLinkChanges } from '@/lib/deployments/linking/note-changes'
import { relinkRepository } from '@/lib/deployments/linking/relink'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import type { Repository } from '@/lib/generated/prisma/client'
import { listPullRequests } from '@/lib/pull-requests/list'
import { randomHistories } from '@/lib/sources/git-import/random-histories'
import { createTestRepository, type TestCommit, type TestRepository } from '@/lib/sources/git-import/test-repository'
import type { HostCommit } from '@/lib/sources/hosts/model'
import { storeHostCommits } from '@/lib/sources/hosts/store-commits'
import { createRepository, createTenant, deploymentBody, keyOf, type Tenant } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'
import { refreshFirstDeployments } from './refresh'

type Run = { service: string; commit: number; hour: number; status: DeploymentStatus }
type Step = { kind: 'older commits' | 'newer commits' | 'pull requests' | 'look' } | { kind: 'run'; index: number }

const run = fc.record({
  service: fc.constantFrom('api', 'web'),
  commit: fc.nat(),
  hour: fc.integer({ min: 10, max: 22 }),
  status: fc.constantFrom<DeploymentStatus>('success', 'success', 'success', 'failure', 'rolled_back'),
})

/** A history, every second commit of which merged a pull request, and runs; all of it becomes known in any order. */
const story = fc
  .record({ history: randomHistories, runs: fc.array(run, { minLength: 1, maxLength: 5 }) })
  .chain(({ history, runs }) => {
    const steps: Step[] = [
      { kind: 'older commits' },
      { kind: 'newer commits' },
      { kind: 'pull requests' },
      { kind: 'look' },
      ...runs.map((_, index) => ({ kind: 'run' as const, index })),
    ]
    return fc.record({
      history: fc.constant(history),
      runs: fc.constant(runs),
      steps: fc.shuffledSubarray(steps, { minLength: steps.length }),
    })
  })

type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

type World = Story & { tenant: Tenant; repository: Repository; git: TestRepository }

async function live(world: World): Promise<number[]> {
  await refreshFirstDeployments(world.tenant.organization.id)
  const { pullRequests } = await listPullRequests(world.tenant.organization.id, { state: 'live' }, null, 100)
  return pullRequests.map(({ number }) => number).sort((a, b) => a - b)
}

const commitOf = ({ history, git }: World, { commit }: Run) => git.sha((commit % history.length) + 1)

async function take(world: World, step: Step): Promise<void> {
  const { history, runs, tenant, repository, git } = world
  if (step.kind === 'look') {
    await live(world)
  } else if (step.kind === 'run') {
    const current = runs[step.index] as Run
    const { service, status, hour } = current
    const times = { startedAt: `2026-03-02T${hour}:00:00Z`, completedAt: `2026-03-02T${hour}:05:00Z` }
    const body = { deploymentId: `run-${step.index}`, service, status, commitSha: commitOf(world, current), ...times }
    expect((await postEvent(tenant.token, deploymentBody(body))).status).toBe(201)
  } else if (step.kind === 'pull requests') {
    await storePullRequests(world)
  } else {
    const half = Math.ceil(history.length / 2)
    const commits = step.kind === 'older commits' ? history.slice(0, half) : history
    const key = { organizationId: repository.organizationId, repositoryId: repository.id }
    await inTransaction(db().people, never, (client) =>
      storeHostCommits(
        client,
        key,
        commits.map((commit) => toHostCommit(git, commit)),
      ),
    )
    await relinkRepository(repository.organizationId, repository.id)
  }
}

const mergedBy = ({ history }: World) => history.filter(({ id }) => id % 2 === 0)

async function storePullRequests(world: World): Promise<void> {
  const { repository, git } = world
  const { organizationId, id: repositoryId } = repository
  const merged = mergedBy(world).map(({ id, committedSeconds = 0 }) => ({ id, sha: git.sha(id), committedSeconds }))
  await db().prisma.pullRequest.createMany({
    data: merged.map(({ id, sha, committedSeconds }) => ({
      organizationId,
      repositoryId,
      number: id,
      title: `Change ${id}`,
      baseBranch: 'main',
      mergedAt: new Date(committedSeconds * 1000),
      mergeCommitSha: sha,
    })),
  })
  await noteLinkChanges(
    db().people,
    keyOf(repository),
    merged.map(({ sha }) => ({ sha, merges: true })),
  )
  await relinkRepository(organizationId, repositoryId)
}

function toHostCommit(git: TestRepository, { id, parents = [], committedSeconds = 0 }: TestCommit): HostCommit {
  const at = new Date(committedSeconds * 1000)
  const shas = parents.map((parent) => git.sha(parent))
  return {
    sha: git.sha(id),
    parents: shas,
    authorName: 'Ada',
    authoredAt: at,
    committedAt: at,
    pullRequestNumber: null,
  }
}

/** What git says: delivered, or contained in the first success of a service. */
async function expected(world: World): Promise<number[]> {
  const { runs, git, repository } = world
  const contained = new Set<string>()
  for (const service of ['api', 'web']) {
    const [first] = runs
      .map((each, index) => ({ ...each, index }))
      .filter((each) => each.service === service && each.status === 'success')
      .sort((a, b) => a.hour - b.hour || world.steps.findIndex(isRun(a.index)) - world.steps.findIndex(isRun(b.index)))
    if (first) for (const sha of git.git('rev-list', commitOf(world, first)).split('\n')) contained.add(sha)
  }
  const deliveries = await db().prisma.delivery.findMany({
    where: { repositoryId: repository.id },
    include: { pullRequest: { select: { number: true } } },
  })
  const delivered = new Set(deliveries.map(({ pullRequest }) => pullRequest.number))
  return mergedBy(world).flatMap(({ id }) => (contained.has(git.sha(id)) || delivered.has(id) ? [id] : []))
}

/** A merge that was counted with the first deployment by its date, as its commit was not known, and is no ancestor of it. */
const mergedAside: Story = {
  history: [
    { id: 1, parents: [], committedSeconds: 1_700_000_037 },
    { id: 2, parents: [1], committedSeconds: 1_700_000_033 },
    { id: 3, parents: [2], committedSeconds: 1_700_000_047 },
    { id: 4, parents: [], committedSeconds: 1_709_921_966 },
    { id: 5, parents: [2, 3], committedSeconds: 1_700_000_004 },
    { id: 6, parents: [2, 4], committedSeconds: 1_700_000_026 },
  ],
  runs: [{ service: 'web', commit: 2, hour: 10, status: 'success' }],
  steps: [
    { kind: 'pull requests' },
    { kind: 'older commits' },
    { kind: 'run', index: 0 },
    { kind: 'look' },
    { kind: 'newer commits' },
  ],
}

const isRun = (index: number) => (step: Step) => step.kind === 'run' && step.index === index

it('what the first deployments contained is what git says, whatever becomes known first', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (drawn) => {
      const git = createTestRepository()
      try {
        git.write(drawn.history, { 'refs/heads/main': drawn.history.length })
        const tenant = await createTenant()
        const repository = await createRepository(tenant.organization.id, 'acme/mono', ['api', 'web'])
        const world: World = { ...drawn, tenant, repository, git }
        for (const step of drawn.steps) await take(world, step)
        expect(await live(world)).toEqual(await expected(world))
      } finally {
        git.remove()
      }
    }),
    { numRuns: 12, examples: [[mergedAside]] },
  )
}, 240_000)
