import fc from 'fast-check'
import { expect, it } from 'vitest'
import { getDeployment } from '@/lib/deployments/get'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

type Run = { service: string; commit: number; previous: number | null; ends: string[] }

const success = ['success']
const rolledBack = ['success', 'rolled_back']

/** Runs that may be rolled back, about as many that ship nothing as are looked at, and runs that contain the first. */
const bad = fc.record({
  service: fc.constantFrom('api', 'api', 'web'),
  commit: fc.constantFrom(1, 2, 3),
  previous: fc.constantFrom(0, 1, null),
  ends: fc.constantFrom(rolledBack, ['rolled_back'], success),
})
const idle = fc.record({
  service: fc.constant('api'),
  commit: fc.constant(0),
  previous: fc.constant(0),
  ends: fc.constantFrom(...Array<string[]>(12).fill(success), ['success', 'failure'], rolledBack),
})
const fix = fc.record({
  service: fc.constantFrom('api', 'api', 'web'),
  commit: fc.constantFrom(1, 2, 3, 4),
  previous: fc.constantFrom(2, 3, 4),
  ends: fc.constantFrom(success, success, rolledBack),
})

/** Each run starts an hour after the one before. Its events come in any order, among those of all others. */
const story = fc
  .tuple(
    fc.array(bad, { minLength: 1, maxLength: 4 }),
    fc.array(idle, { minLength: 20, maxLength: 25 }),
    fc.array(fix, { minLength: 1, maxLength: 4 }),
  )
  .map((parts): Run[] => parts.flat())
  .chain((runs) => {
    const positions = runs.flatMap(({ ends }, index) => ends.map((_, end) => [index, end] as const))
    return fc.record({
      runs: fc.constant(runs),
      order: fc.shuffledSubarray(positions, { minLength: positions.length }),
    })
  })

type Story = typeof story extends fc.Arbitrary<infer S> ? S : never

async function endOf(runs: Story['runs'], order: Story['order']) {
  const { tenant, shas } = await tenantWithHistory(5)
  for (const [index, end] of order) {
    const { service, commit, previous, ends } = runs[index] as Run
    const event = deploymentBody({
      deploymentId: `run-${index}`,
      service,
      status: ends[end],
      commitSha: at(shas, commit),
      previousCommitSha: previous === null ? undefined : at(shas, previous),
      startedAt: new Date(Date.UTC(2026, 2, 2, index)).toISOString(),
      completedAt: new Date(Date.UTC(2026, 2, 2, index, 20 + 10 * end)).toISOString(),
    })
    expect((await postEvent(tenant.token, event)).status).toBeLessThan(300)
  }
  const shown = await Promise.all(runs.map((_, index) => getDeployment(tenant.organization.id, `run-${index}`)))
  return shown.map(({ pullRequests }) =>
    pullRequests.map(({ number, carriedFrom }) => [number, carriedFrom?.deploymentId]).sort(),
  )
}

it('what rollbacks hand on is the same for any order of the events, outside their window as well', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ runs, order }) => {
      expect(await endOf(runs, order)).toEqual(
        await endOf(
          runs,
          [...order].sort(([a, x], [b, y]) => a - b || x - y),
        ),
      )
    }),
    { numRuns: 5 },
  )
})
