import { describe, expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { getDeployment } from '@/lib/deployments/get'
import { setProductionNames } from '@/lib/deployments/production-names/set-production-names'
import { at, deploy, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody, type Tenant } from '@/lib/testing/factories'
import { permutations } from '@/lib/testing/permutations'
import { postEvent } from '@/lib/testing/webhook'

type Fields = Record<string, unknown>

const during = (hour: number) => ({
  startedAt: new Date(Date.UTC(2026, 2, 2, hour)).toISOString(),
  completedAt: new Date(Date.UTC(2026, 2, 2, hour, 30)).toISOString(),
})

async function numbersOf(tenant: Tenant, deploymentId: string): Promise<number[]> {
  const { pullRequests } = await getDeployment(tenant.organization.id, deploymentId)
  return pullRequests.map(({ number }) => number).sort((a, b) => a - b)
}

async function postAll(tenant: Tenant, events: readonly Fields[]): Promise<void> {
  for (const event of events) expect((await postEvent(tenant.token, event)).status).toBeLessThan(300)
}

describe.each([
  ['service', { service: 'a' }, { service: 'b' }],
  ['environment', { service: 'a', environment: 'production' }, { service: 'a', environment: 'live' }],
])('what one %s delivered', (_what, one, other) => {
  const story = (shas: readonly string[]): Fields[] =>
    [
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
    ].map((event) => deploymentBody(event))

  it('still waits for the next success of the other, whatever the order', async () => {
    const outcomes = new Set<string>()
    for (const order of permutations([0, 1, 2, 3, 4]).filter((_, index) => index % 4 === 0)) {
      const { tenant, shas } = await tenantWithHistory(4)
      await (await setProductionNames(operatorOf(tenant.organization.id), ['production', 'live'])).linked
      const events = story(shas)
      await postAll(
        tenant,
        order.map((index) => events[index] ?? {}),
      )
      const numbers = ['first', 'elsewhere', 'bad', 'fix', 'later'].map((id) => numbersOf(tenant, id))
      outcomes.add(JSON.stringify(await Promise.all(numbers)))
    }
    expect([...outcomes]).toEqual([JSON.stringify([[1], [2], [], [2, 3], [3, 4]])])
  })
})

/** How many successes after it a rolled-back deployment looks at. */
const maxSuccessors = 20

/** A rolled-back deployment that ships 2 and 3, so many successes without them, and one that contains them. */
function longStory(shas: readonly string[], between: number): Fields[] {
  const events: Fields[] = [
    {
      deploymentId: 'bad',
      commitSha: at(shas, 2),
      previousCommitSha: at(shas, 0),
      status: 'rolled_back',
      ...during(0),
    },
    ...Array.from({ length: between }, (_, index) => ({
      deploymentId: `old-${index}`,
      commitSha: at(shas, 0),
      previousCommitSha: at(shas, 0),
      ...during(index + 1),
    })),
    { deploymentId: 'fix', commitSha: at(shas, 3), previousCommitSha: at(shas, 2), ...during(between + 1) },
  ]
  return events.map((event) => deploymentBody(event))
}

describe('a rolled-back deployment', () => {
  const orders: [string, (events: Fields[]) => Fields[]][] = [
    ['in order', (events) => events],
    ['with the rollback last', ([bad, ...rest]) => [...rest, bad ?? {}]],
    ['in reverse', (events) => [...events].reverse()],
    ['with the fix first', (events) => [...events.slice(-1), ...events.slice(0, -1)]],
    ['with one between them last', (events) => [...events.slice(0, 5), ...events.slice(6), ...events.slice(5, 6)]],
  ]

  it.each(orders)('is looked for among 20 successes, reported %s', async (_order, arrange) => {
    for (const [between, expected] of [
      [maxSuccessors - 1, [2, 3, 4]],
      [maxSuccessors, [4]],
    ] as const) {
      const { tenant, shas } = await tenantWithHistory(4)
      await postAll(tenant, arrange(longStory(shas, between)))
      expect(await numbersOf(tenant, 'fix')).toEqual(expected)
    }
  })

  it('is looked for one further when one of the 20 turns out to have failed', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    const events = longStory(shas, maxSuccessors)
    await postAll(tenant, [
      ...events,
      { ...events[7], status: 'failure', completedAt: during(maxSuccessors + 5).completedAt },
    ])
    expect(await numbersOf(tenant, 'fix')).toEqual([2, 3, 4])
  })

  it('hands on by a later rollback what is outside its own window', async () => {
    const { tenant, shas } = await tenantWithHistory(4)
    const events = longStory(shas, maxSuccessors - 1)
    const again = { deploymentId: 'again', status: 'rolled_back', ...during(5) }
    const late = { deploymentId: 'late', commitSha: at(shas, 0), previousCommitSha: at(shas, 0), ...during(3) }
    const second = deploymentBody({ ...again, commitSha: at(shas, 1), previousCommitSha: at(shas, 0) })
    await postAll(tenant, [...events, second])
    expect((await deploy(tenant, late)).numbers).toEqual([])
    expect(await numbersOf(tenant, 'fix')).toEqual([2, 4])
  })
})
