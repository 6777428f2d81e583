import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operatorOf } from '@/lib/accounts/actor'
import { correctDeployment } from '@/lib/deployments/correct'
import { getDeployment } from '@/lib/deployments/get'
import { markFailed, takeBackFailure } from '@/lib/deployments/mark-failed'
import { restoreDeployment } from '@/lib/deployments/restore'
import { voidDeployment } from '@/lib/deployments/void'
import { at, tenantWithHistory } from '@/lib/testing/deploy'
import { deploymentBody } from '@/lib/testing/factories'
import { postEvent } from '@/lib/testing/webhook'

type History = Awaited<ReturnType<typeof tenantWithHistory>>

/** What becomes of a deployment of the n-th pair of commits, in any order after its first event. */
type Plan = {
  status: 'success' | 'rolled_back' | 'failure'
  voided: 'no' | 'yes' | 'for a while'
  /** Whether a success is marked as failed. */
  marked: 'no' | 'yes' | 'for a while'
  sentAs: string
}

const ids = ['gh-0', 'gh-1', 'gh-2', 'gh-3']

const plan: fc.Arbitrary<Plan> = fc.record({
  status: fc.constantFrom('success', 'success', 'rolled_back', 'failure'),
  voided: fc.constantFrom('no', 'no', 'yes', 'for a while'),
  marked: fc.constantFrom('no', 'no', 'yes', 'for a while'),
  sentAs: fc.constantFrom('production', 'production', 'prod'),
})
const plans = fc.array(plan, { minLength: ids.length, maxLength: ids.length })

/** Steps of each deployment stay in their order; `turns` says whose turn it is. */
const turns = fc.array(fc.nat(), { minLength: 24, maxLength: 24 })

const hour = (index: number) => `2026-03-02T1${index}:00:00Z`

function stepsOf(
  { tenant, shas }: History,
  index: number,
  { status, voided, marked, sentAs }: Plan,
): (() => Promise<unknown>)[] {
  const deploymentId = ids[index] ?? ''
  const organizationId = tenant.organization.id
  const send = (fields: Record<string, unknown>) => () =>
    postEvent(
      tenant.token,
      deploymentBody({
        deploymentId,
        service: 'api',
        environment: sentAs,
        commitSha: at(shas, 2 * index + 1),
        startedAt: hour(index),
        ...fields,
      }),
    )
  const id = async () => (await getDeployment(organizationId, deploymentId)).id
  const marks = [
    async () => markFailed(operatorOf(organizationId), await id(), 'it broke'),
    // What the pipeline says again takes nothing back.
    send({ status, completedAt: hour(index) }),
    ...(marked === 'for a while'
      ? [async () => takeBackFailure(operatorOf(organizationId), await id(), 'it did not')]
      : []),
  ]
  return [
    send({ status: 'in_progress', completedAt: undefined }),
    ...(voided === 'no' ? [] : [async () => voidDeployment(operatorOf(organizationId), await id(), 'a rehearsal')]),
    send({ status, completedAt: hour(index) }),
    ...(status === 'success' && voided === 'no' && marked !== 'no' ? marks : []),
    ...(sentAs === 'prod'
      ? [
          async () =>
            correctDeployment(operatorOf(organizationId), await id(), { environment: 'production' }, 'renamed'),
        ]
      : []),
    ...(voided === 'for a while'
      ? [async () => restoreDeployment(operatorOf(organizationId), await id(), 'live after all')]
      : []),
  ]
}

async function endOf(all: readonly Plan[], whoseTurn: readonly number[]) {
  const history = await tenantWithHistory(9)
  const waiting = all.map((one, index) => stepsOf(history, index, one))
  for (const turn of whoseTurn) {
    const open = waiting.filter((steps) => steps.length > 0)
    await open[turn % open.length]?.shift()?.()
  }
  for (const step of waiting.flat()) await step()
  const shown = await Promise.all(ids.map((id) => getDeployment(history.tenant.organization.id, id)))
  return shown.map(({ pullRequests, environment, status, voidedAt, reason, commitCount }) => ({
    numbers: pullRequests.map(({ number }) => number).sort((a, b) => a - b),
    environment,
    status,
    voided: voidedAt !== null,
    reason,
    commitCount,
  }))
}

it('ends the same, whenever deployments are reported, voided, restored and corrected', async () => {
  await fc.assert(
    fc.asyncProperty(plans, turns, async (all, whoseTurn) => {
      expect(await endOf(all, whoseTurn)).toEqual(await endOf(all, []))
    }),
    { numRuns: 8 },
  )
})

it('delivers every pull request of a void deployment by the success after it, if there is one', async () => {
  await fc.assert(
    fc.asyncProperty(plans, turns, async (all, whoseTurn) => {
      const ended = await endOf(all, whoseTurn)
      const lives = ended.flatMap(({ status, voided }, index) => (status === 'success' && !voided ? [index] : []))
      const delivered = ended.flatMap(({ numbers }) => numbers)
      const [first, last] = [lives.at(0) ?? 0, lives.at(-1) ?? 0]
      const after = Array.from({ length: 2 * (last - first) }, (_, index) => 2 * first + 3 + index)
      expect(delivered).toEqual(lives.length > 0 ? expect.arrayContaining(after) : [])
      expect(new Set(delivered).size).toBe(delivered.length)
    }),
    { numRuns: 6 },
  )
})
