import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { inTransaction, never } from '@/lib/db/transaction'
import { correctDeployment } from '@/lib/deployments/correct'
import { linkPending, relinkRepository } from '@/lib/deployments/linking/relink'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { restoreDeployment } from '@/lib/deployments/restore'
import { voidDeployment } from '@/lib/deployments/void'
import type { HostPullRequest } from '@/lib/sources/hosts/model'
import { storeHostPullRequests } from '@/lib/sources/hosts/store-pull-requests'
import { removeRepository } from '@/lib/sources/repositories/remove'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody } from '@/lib/testing/factories'
import { plainDeliveries, readDeliveries, readRows } from '@/lib/testing/metrics'
import { postEvent } from '@/lib/testing/webhook'

type History = Awaited<ReturnType<typeof tenantWithHistory>>

const commits = 10
const run = fc.nat({ max: 4 })
/** Few, so that some end at once, and others change and end when they did. */
const minute = fc.constantFrom(0, 10, 20)

const operation = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('event'),
      run,
      minute,
      moved: fc.constantFrom(0, 0, 0, 1),
      status: fc.constantFrom('success', 'success', 'success', 'rolled_back', 'failure', 'in_progress'),
      environment: fc.constantFrom('production', 'production', ' Production', 'prod', 'staging'),
      service: fc.constantFrom('api', 'api', 'API ', undefined),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void'), run }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('restore'), run }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('correct'),
      run,
      fields: fc.constantFrom(
        { service: 'api' },
        { service: null },
        { service: 'Web' },
        { environment: 'production' },
        { environment: 'staging' },
        { environment: null },
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('names'),
      names: fc.constantFrom(['production'], ['production', 'prod'], ['prod']),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pull request'),
      number: fc.nat({ max: commits - 1 }),
      minute,
      openedMinute: minute,
      state: fc.constantFrom('merged', 'merged', 'open'),
      knowsFirstCommit: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('relink') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove repository') }) },
)

type Operation =
  | {
      kind: 'event'
      run: number
      minute: number
      /** How many commits later than the run mostly deploys. */
      moved: number
      status: string
      environment: string
      service?: string
    }
  | { kind: 'void' | 'restore'; run: number }
  | { kind: 'correct'; run: number; fields: { service?: string | null; environment?: string | null } }
  | { kind: 'names'; names: string[] }
  | {
      kind: 'pull request'
      number: number
      minute: number
      openedMinute: number
      state: 'merged' | 'open'
      knowsFirstCommit: boolean
    }
  | { kind: 'relink' | 'remove repository' }

const story = fc.array(operation as fc.Arbitrary<Operation>, { minLength: 12, maxLength: 24 })

/** Without a removal, which fails what is under way in the repository. */
const peacefulStory = story.map((operations) => operations.filter(({ kind }) => kind !== 'remove repository'))
const atMinute = (hour: number, minute: number) => new Date(Date.UTC(2026, 2, 2, hour, minute))

async function perform(history: History, operation: Operation): Promise<unknown> {
  const { tenant, repository } = history
  const { id: organizationId } = tenant.organization
  switch (operation.kind) {
    case 'event':
      return expect((await postEvent(tenant.token, eventOf(history, operation))).status).toBeLessThan(500)
    case 'void':
      return voidDeployment(operatorOf(organizationId), await idOf(history, operation.run), 'A rehearsal')
    case 'restore':
      return restoreDeployment(operatorOf(organizationId), await idOf(history, operation.run), 'Live after all')
    case 'correct':
      return correctDeployment(
        operatorOf(organizationId),
        await idOf(history, operation.run),
        operation.fields,
        'Renamed',
      )
    case 'names':
      return (await setProductionNames(operatorOf(organizationId), operation.names)).linked
    case 'pull request': {
      const key = { organizationId, repositoryId: repository.id }
      const news = [pullRequestOf(history, operation)]
      await inTransaction(db().people, never, (client) => storeHostPullRequests(client, key, news))
      return relinkRepository(organizationId, repository.id)
    }
    case 'relink':
      return relinkRepository(organizationId, repository.id)
    case 'remove repository':
      return (await removeRepository(operatorOf(organizationId), repository.id, repository.fullName)).relinked
  }
}

function eventOf({ shas }: History, { run, minute, moved, ...fields }: Extract<Operation, { kind: 'event' }>) {
  return deploymentBody({
    ...fields,
    deploymentId: `run-${run}`,
    commitSha: at(shas, 2 * run + moved),
    startedAt: atMinute(10, 0),
    completedAt: fields.status === 'in_progress' ? undefined : atMinute(10, minute),
  })
}

let clock = Date.UTC(2026, 3, 1)

function pullRequestOf(
  { shas }: History,
  { number, minute, openedMinute, state, knowsFirstCommit }: Extract<Operation, { kind: 'pull request' }>,
): HostPullRequest {
  const mergedAt = state === 'merged' ? atMinute(9, minute) : null
  clock += 1000
  return {
    number: number + 1,
    title: `Change ${number + 1}`,
    author: 'ada',
    baseBranch: 'main',
    state,
    openedAt: atMinute(8, openedMinute),
    closedAt: mergedAt,
    mergedAt,
    mergeCommitSha: mergedAt && at(shas, number),
    headCommitSha: null,
    firstCommitSha: null,
    firstCommitAt: knowsFirstCommit ? atMinute(7, 0) : null,
    firstReviewAt: null,
    additions: null,
    deletions: null,
    paths: null,
    webUrl: `https://github.example/acme/api/pull/${number + 1}`,
    updatedAt: new Date(clock),
  }
}

async function idOf({ tenant }: History, run: number): Promise<number> {
  const where = { organizationId: tenant.organization.id, externalId: `run-${run}` }
  return Number((await db().prisma.deployment.findFirst({ where, select: { id: true } }))?.id ?? 0)
}

/** What is refused, such as voiding twice or a deployment that never came, changes nothing. */
async function attempt(history: History, operation: Operation): Promise<void> {
  await perform(history, operation).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
  })
}

async function compare(history: History): Promise<number> {
  const { id } = history.tenant.organization
  const [stored, plain] = [await readDeliveries(id), plainDeliveries(await readRows(id))]
  expect(byPullRequest(stored)).toEqual(byPullRequest(plain))
  return stored.length
}

function byPullRequest<Row extends { pullRequestId: number }>(rows: readonly Row[]): Row[] {
  return rows.toSorted((a, b) => a.pullRequestId - b.pullRequestId)
}

it('deliveries follow from links and deployments after everything that happens', async () => {
  let delivered = 0
  await fc.assert(
    fc.asyncProperty(story, async (operations) => {
      const history = await tenantWithHistory(commits)
      for (const operation of operations) {
        await attempt(history, operation)
        delivered += await compare(history)
      }
    }),
    { numRuns: 12 },
  )
  expect(delivered).toBeGreaterThan(0)
}, 180_000)

it('deliveries follow from links and deployments when everything happens at once', async () => {
  await fc.assert(
    fc.asyncProperty(peacefulStory, async (operations) => {
      const history = await tenantWithHistory(commits)
      const lanes = [0, 1, 2, 3].map(async (lane) => {
        for (let index = lane; index < operations.length; index += 4) {
          const operation = operations[index]
          if (operation) await attempt(history, operation)
        }
      })
      await Promise.all(lanes)
      await linkPending(history.tenant.organization.id)
      await compare(history)
    }),
    { numRuns: 12, endOnFailure: true },
  )
}, 180_000)

it('deliveries follow while a host reports pull requests and deployments are linked again', async () => {
  const history = await tenantWithHistory(commits)
  const production = { kind: 'event', status: 'success', environment: 'production', service: 'api' } as const
  for (let minute = 0; minute < 12; minute += 1) {
    const news = [0, 1, 2, 3].map((number): Operation => {
      const state = (number + minute) % 5 === 0 ? 'open' : 'merged'
      return { kind: 'pull request', number, minute, openedMinute: minute, state, knowsFirstCommit: minute % 2 === 0 }
    })
    await Promise.all([
      ...news.map((operation) => attempt(history, operation)),
      attempt(history, { ...production, run: minute % 5, minute, moved: 0 }),
      attempt(history, { kind: 'relink' }),
      attempt(history, { kind: 'relink' }),
    ])
  }
  await linkPending(history.tenant.organization.id)
  expect(await compare(history)).toBeGreaterThan(0)
})
