import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { db } from '@/lib/db/db'
import { never } from '@/lib/db/transaction'
import { dropOldEvents } from '@/lib/deployments/drop-old-events'
import { getDeployment } from '@/lib/deployments/get'
import { linkPending } from '@/lib/deployments/linking/relink'
import { restoreDeployment } from '@/lib/deployments/restore'
import { voidDeployment } from '@/lib/deployments/void'
import { at } from '@/lib/testing/deploy'
import {
  createCommits,
  createPullRequest,
  createRepository,
  createTenant,
  deploymentBody,
  randomSha,
} from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

/** Parents of each commit, the first one first: a line with two side branches. Commit n merges pull request n + 1. */
const history = [[], [0], [1], [1], [2, 3], [4], [2], [5, 6], [7], [8]]

type Run = {
  service: string | null
  commit: number
  /** A commit, `unknown` or none. */
  previous: number | 'unknown' | null
  shaLength: number
  /** What its events say, one after the other; a run may end long after the next has begun. */
  ends: { status: string; commit?: number }[]
  endsAfterMinutes: number
  voided: 'no' | 'yes' | 'for a while'
}

const commit = fc.integer({ min: 0, max: history.length - 1 })
const ended = (...statuses: string[]) => fc.constant(statuses.map((status) => ({ status })))

const run: fc.Arbitrary<Run> = fc.record({
  service: fc.constantFrom('api', 'api', 'api', 'web', null),
  commit,
  previous: fc.oneof({ weight: 8, arbitrary: commit }, fc.constantFrom('unknown' as const, null)),
  shaLength: fc.constantFrom(40, 40, 12),
  ends: fc.oneof(
    ended('success'),
    ended('failure'),
    ended('cancelled'),
    ended('success', 'rolled_back'),
    ended('failure', 'success'),
    ended('in_progress', 'failure'),
    ended('success', 'in_progress', 'success'),
    commit.map((other) => [{ status: 'failure', commit: other }, { status: 'failure' }]),
    commit.map((other) => [{ status: 'success', commit: other }, { status: 'rolled_back' }]),
  ),
  endsAfterMinutes: fc.constantFrom(10, 10, 90, 150),
  voided: fc.constantFrom('no' as const, 'no' as const, 'no' as const, 'yes' as const, 'for a while' as const),
})

/** Each run begins an hour after the one before. Its events come in any order, among those of all others. */
const story = fc.array(run, { minLength: 3, maxLength: 9 }).chain((runs) => {
  const positions = runs.flatMap(({ ends }, index) => ends.map((_, end) => [index, end] as const))
  const order = fc.shuffledSubarray(positions, { minLength: positions.length })
  return fc.record({ runs: fc.constant(runs), order })
})

const beginsAt = (index: number) => Date.UTC(2026, 2, 2, index)
const endsAt = (runs: readonly Run[], index: number, end: number) =>
  beginsAt(index) + ((runs[index]?.endsAfterMinutes ?? 0) + 20 * end) * 60_000 + index * 1_000

function eventOf(runs: readonly Run[], shas: readonly string[], index: number, end: number) {
  const { service, commit, previous, shaLength, ends } = runs[index] as Run
  const { status, commit: other = commit } = ends[end] as Run['ends'][number]
  const isOver = status !== 'in_progress'
  const named = previous === 'unknown' ? 'd'.repeat(40) : previous === null ? null : at(shas, previous)
  return deploymentBody({
    deploymentId: `run-${index}`,
    service,
    status,
    commitSha: at(shas, other).slice(0, shaLength),
    previousCommitSha: named?.slice(0, shaLength),
    startedAt: new Date(isOver ? beginsAt(index) : endsAt(runs, index, end)).toISOString(),
    completedAt: isOver ? new Date(endsAt(runs, index, end)).toISOString() : null,
  })
}

type Story = { runs: Run[]; order: (readonly [number, number])[] }

async function linksAfter({ runs, order }: Story, atOnce: number, after: (organizationId: number) => Promise<void>) {
  const tenant = await createTenant()
  const organizationId = tenant.organization.id
  const repository = await createRepository(organizationId, 'acme/api')
  const shas = history.map(randomSha)
  const commits = history.map((parents, n) => ({
    sha: at(shas, n),
    parents: parents.map((p) => at(shas, p)),
    generation: n + 1,
  }))
  await createCommits(repository, commits)
  for (const [index, mergeCommitSha] of shas.entries())
    await createPullRequest(repository, { number: index + 1, mergeCommitSha })
  const seen = new Set<number>()
  const post = async ([index, end]: readonly [number, number]) => {
    const isFirst = !seen.has(index)
    seen.add(index)
    const { status } = await postEvent(tenant.token, eventOf(runs, shas, index, end))
    expect(status).toBeLessThan(300)
    const { voided } = runs[index] as Run
    if (!isFirst || voided === 'no') return
    const { id } = await getDeployment(organizationId, `run-${index}`)
    await voidDeployment(operatorOf(organizationId), id, 'a test')
    if (voided === 'for a while') await restoreDeployment(operatorOf(organizationId), id, 'no test')
  }
  for (let from = 0; from < order.length; from += atOnce) {
    await Promise.all(order.slice(from, from + atOnce).map(post))
    await after(organizationId)
  }
  await linkPending(organizationId)
  const shown = await Promise.all(runs.map((_, index) => getDeployment(organizationId, `run-${index}`)))
  return shown.map(({ pullRequests }) => pullRequests.map(({ number }) => number).sort((a, b) => a - b))
}

type Final = Run & { status: string; begunAt: number; endedAt: number }

/** What docs/linking.md says of the final states: worked out here from the history alone. */
function expectedLinks(runs: readonly Run[]): number[][] {
  const finals = runs.map((run, index): Final => {
    const end = run.ends.length - 1
    return { ...run, status: run.ends[end]?.status ?? '', begunAt: beginsAt(index), endedAt: endsAt(runs, index, end) }
  })
  return finals.map((one) => {
    if (one.status !== 'success' || one.voided === 'yes') return []
    const others = finals.filter((other) => other.service === one.service && other.voided !== 'yes' && other !== one)
    const begins = beginOf(one, others)
    const before = begins === null ? null : ancestors(begins)
    const shipped = before ? [...ancestors(one.commit)].filter((commit) => !before.has(commit)) : [one.commit]
    return shipped.map((commit) => commit + 1).sort((a, b) => a - b)
  })
}

/** The commit at which a range begins; null where only the deployed one counts. */
function beginOf(one: Final, others: readonly Final[]): number | null {
  const successes = others.filter(({ status, endedAt }) => status === 'success' && endedAt < one.endedAt)
  const last = successes.sort((a, b) => b.endedAt - a.endedAt)[0]?.commit ?? null
  if (one.previous === 'unknown') return null
  if (one.previous === null) return one.service === null ? null : last
  const failed = failedWith(others, one.previous, one.begunAt)
  if (failed && last !== null) return last
  return failed ? beginOfFailed(failed, others) : one.previous
}

function beginOfFailed({ commit, previous, begunAt }: Final, others: readonly Final[]): number | null {
  if (typeof previous !== 'number' || previous === commit) return history[commit]?.[0] ?? null
  const failed = failedWith(others, previous, begunAt)
  return failed ? beginOfFailed(failed, others) : previous
}

/** The first that deployed a commit by then, where none of those succeeded. */
function failedWith(others: readonly Final[], commit: number, begunBefore: number): Final | undefined {
  const same = others.filter((other) => other.commit === commit && other.begunAt < begunBefore)
  return same.some(({ status }) => status === 'success') ? undefined : same.sort((a, b) => a.begunAt - b.begunAt)[0]
}

function ancestors(commit: number): Set<number> {
  return new Set([commit, ...(history[commit] ?? []).flatMap((parent) => [...ancestors(parent)])])
}

const nothing = async () => undefined

/** As if a month went by. */
async function dropEvents(organizationId: number): Promise<void> {
  await db().people.query(
    `UPDATE deployment_events SET received_at = received_at - interval '31 days' WHERE organization_id = $1`,
    [organizationId],
  )
  await dropOldEvents(30, never)
}

it.each([
  ['in any order', 1, nothing],
  ['two at a time', 2, nothing],
  ['many at once', 5, nothing],
  ['that are dropped a month later', 1, dropEvents],
])('ranges begin at what was live, whatever becomes of it, with events %s', async (_how, atOnce, after) => {
  await fc.assert(
    fc.asyncProperty(story, async (story) => {
      expect(await linksAfter(story, atOnce, after)).toEqual(expectedLinks(story.runs))
    }),
    { numRuns: 8 },
  )
})
