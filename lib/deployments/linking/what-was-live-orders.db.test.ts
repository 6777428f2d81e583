import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { getDeployment } from '@/lib/deployments/get'
import { linkPending } from '@/lib/deployments/linking/relink'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { permutations } from '@/lib/testing/permutations'
import { postEvent } from '@/lib/testing/webhook'

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

async function postAll(tenant: Tenant, events: readonly (Fields | undefined)[]): Promise<void> {
  for (const event of events) expect((await postEvent(tenant.token, event)).status).toBeLessThan(300)
}

/** What is linked to some deployments after the events of a story, for each of some orders of them. */
async function outcomesOf(
  story: (shas: readonly string[]) => Fields[],
  ids: readonly string[],
  orders: readonly number[][],
): Promise<string[]> {
  const outcomes = new Set<string>()
  for (const order of orders) {
    const { tenant, shas } = await tenantWithHistory(16)
    const events = story(shas).map(deploymentBody)
    const names = [...new Set(events.map(({ environment }) => String(environment)))]
    if (names.length > 1) await (await setProductionNames(operatorOf(tenant.organization.id), names)).linked
    await postAll(
      tenant,
      order.map((index) => events[index]),
    )
    outcomes.add(JSON.stringify(await Promise.all(ids.map((id) => numbersOf(tenant, id)))))
  }
  return [...outcomes]
}

const orders = permutations([0, 1, 2, 3, 4])
const someOrders = orders.filter((_, index) => index % 8 === 0)

/** A bad deployment that is rolled back, a fix that turns out to have failed, and the fix of the fix. */
function withoutSuccess(shas: readonly string[]): Fields[] {
  const bad = { deploymentId: 'bad', commitSha: at(shas, 12), previousCommitSha: at(shas, 9), ...during(10) }
  const fix = { deploymentId: 'fix', commitSha: at(shas, 13), previousCommitSha: at(shas, 12), ...during(11) }
  const last = { deploymentId: 'last', commitSha: at(shas, 14), previousCommitSha: at(shas, 13), ...during(13) }
  return [
    bad,
    { ...bad, status: 'rolled_back', completedAt: '2026-03-02T11:10:00Z' },
    fix,
    { ...fix, status: 'failure', completedAt: '2026-03-02T12:00:00Z' },
    last,
  ]
}

/** What was deployed after a success and did not stay one, each named as previous by the next. */
function withSuccess(shas: readonly string[]): Fields[] {
  return [
    { deploymentId: 'good', commitSha: at(shas, 5), ...during(9) },
    {
      deploymentId: 'cancelled',
      commitSha: at(shas, 7),
      previousCommitSha: at(shas, 5),
      status: 'cancelled',
      ...during(10),
    },
    {
      deploymentId: 'failed',
      commitSha: at(shas, 8),
      previousCommitSha: at(shas, 7),
      status: 'failure',
      ...during(11),
    },
    {
      deploymentId: 'fix',
      commitSha: at(shas, 9).slice(0, 9),
      previousCommitSha: at(shas, 8).slice(0, 7),
      ...during(12),
    },
    { deploymentId: 'next', commitSha: at(shas, 11), previousCommitSha: at(shas, 9), ...during(13) },
  ]
}

/** The same commits to two services or environments, of which one took the first back. */
const apart = (one: Fields, other: Fields) => (shas: readonly string[]) => [
  { deploymentId: 'first', ...other, commitSha: at(shas, 0), ...during(9) },
  { deploymentId: 'elsewhere', ...one, commitSha: at(shas, 1), previousCommitSha: at(shas, 0), ...during(10) },
  {
    deploymentId: 'bad',
    ...other,
    commitSha: at(shas, 1),
    previousCommitSha: at(shas, 0),
    status: 'rolled_back',
    ...during(11),
  },
  { deploymentId: 'fix', ...other, commitSha: at(shas, 2), previousCommitSha: at(shas, 1), ...during(12) },
  { deploymentId: 'later', ...one, commitSha: at(shas, 3), previousCommitSha: at(shas, 1), ...during(13) },
]

describe('what is linked', () => {
  it('begins where the first of several that failed was to begin, in all 120 orders of five events', async () => {
    const outcomes = await outcomesOf(withoutSuccess, ['bad', 'fix', 'last'], orders)
    expect(outcomes).toEqual([JSON.stringify([[], [], [11, 12, 13, 14, 15]])])
  })

  it('begins at the last success where the previous commit was cancelled or failed, also without a service', async () => {
    const outcomes = await outcomesOf(withSuccess, ['good', 'cancelled', 'failed', 'fix', 'next'], someOrders)
    expect(outcomes).toEqual([JSON.stringify([[6], [], [], [7, 8, 9, 10], [11, 12]])])
  })

  it.each([
    ['service', { service: 'a' }, { service: 'b' }],
    ['environment', { service: 'a', environment: 'production' }, { service: 'a', environment: 'live' }],
  ])('begins at what was live in the same %s, whatever the order', async (_what, one, other) => {
    const outcomes = await outcomesOf(apart(one, other), ['first', 'elsewhere', 'bad', 'fix', 'later'], someOrders)
    expect(outcomes).toEqual([JSON.stringify([[1], [2], [], [2, 3], [3, 4]])])
  })
})

it('what is linked is the same when all events arrive at once', async () => {
  for (let round = 0; round < 10; round += 1) {
    const { tenant, shas } = await tenantWithHistory(16)
    await Promise.all(withoutSuccess(shas).map((fields) => postEvent(tenant.token, deploymentBody(fields))))
    await linkPending(tenant.organization.id)
    expect(await numbersOf(tenant, 'last')).toEqual([11, 12, 13, 14, 15])
  }
})
