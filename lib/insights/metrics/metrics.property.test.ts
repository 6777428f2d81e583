import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DeliveryRow, type MergeRow, metricContext, metricSamples, utc } from '@/lib/testing/metric-samples'
import { changeFailureRate } from './change-failure-rate'
import type { MetricContext } from './context'
import { cycleTime } from './cycle-time'
import { deploymentFrequency } from './deployment-frequency'
import { leadTime } from './lead-time'
import { attemptsOf, successAndFailed } from './outcomes'
import { pullRequestSize } from './pull-request-size'
import { recoveryTime } from './recovery-time'
import { reworkRate } from './rework-rate'
import type { DeploymentSample } from './samples'
import { serviceHealth } from './service-health'
import { throughput } from './throughput'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const from = utc('2026-02-16 00:00')
const middle = utc('2026-03-02 00:00')
const to = utc('2026-03-16 00:00')

const instant = fc.integer({ min: from, max: to - 1 })
const service = fc.option(fc.constantFrom('api', 'web', 'jobs'))
const environment = fc.constantFrom('production', 'production-eu')
const status = fc.constantFrom('success' as const, 'failure' as const, 'cancelled' as const, 'rolled_back' as const)
const numbered = <Sample>(samples: Sample[]) => samples.map((sample, id) => ({ ...sample, id, pullRequestId: id }))

const deployments: fc.Arbitrary<DeploymentSample[]> = fc
  .array(fc.record({ service, environment, status, completedAt: instant }))
  .map(numbered)
const deliveries: fc.Arbitrary<DeliveryRow[]> = fc
  .array(
    fc.record({
      deploymentId: fc.nat(),
      service,
      environment,
      deliveredAt: instant,
      mergedAt: instant,
      openedAt: fc.option(instant),
      firstCommitAt: fc.option(instant),
      changedLines: fc.option(fc.nat(2000)),
    }),
  )
  .map(numbered)
const merges: fc.Arbitrary<MergeRow[]> = fc
  .array(
    fc.record({
      mergedAt: instant,
      openedAt: fc.option(instant),
      firstReviewAt: fc.option(instant),
      changedLines: fc.option(fc.nat(2000)),
    }),
  )
  .map(numbered)
const settings = fc.record({
  leadTimeFrom: fc.constantFrom('merge' as const, 'first-commit' as const),
  rolledBackFails: fc.boolean(),
})
const histories = fc.record({ deployments, deliveries, merges, settings })

type History = { deployments: DeploymentSample[]; deliveries: DeliveryRow[]; merges: MergeRow[] }

function split<Sample>(samples: Sample[], at: (sample: Sample) => number, end = to) {
  const half = end - (to - middle)
  return {
    current: samples.filter((sample) => at(sample) >= half),
    previous: samples.filter((sample) => at(sample) < half),
  }
}

function measure(history: History, context: MetricContext, end = to) {
  const ended = split(history.deployments, ({ completedAt }) => completedAt, end)
  const delivered = split(history.deliveries, ({ deliveredAt }) => deliveredAt, end)
  const merged = split(history.merges, ({ mergedAt }) => mergedAt, end)
  const opened = split(
    history.merges.flatMap(({ pullRequestId, openedAt }) => (openedAt === null ? [] : [{ pullRequestId, openedAt }])),
    ({ openedAt }) => openedAt,
    end,
  )
  const samples = metricSamples({
    current: {
      deployments: ended.current,
      deliveries: delivered.current,
      merges: merged.current,
      opened: opened.current,
    },
    previous: { deployments: ended.previous, deliveries: delivered.previous, merges: merged.previous },
  })
  return {
    frequency: deploymentFrequency.compute(samples, context),
    failureRate: changeFailureRate.compute(samples, context),
    recovery: recoveryTime.compute(samples, context),
    rework: reworkRate.compute(samples, context),
    leadTime: leadTime.compute(samples, context),
    cycleTime: cycleTime.compute(samples, context),
    size: pullRequestSize.compute(samples, context),
    throughput: throughput.compute(samples, context),
    services: serviceHealth(samples, context).listed,
  }
}

/** The last digit of a sum of decimals depends on their order. */
function withoutSums(measured: ReturnType<typeof measure>) {
  return Object.entries(measured).map(([name, result]) => [name, { ...result, contributions: null }])
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

describe('metrics', () => {
  it('do not depend on the order of rows', () => {
    fc.assert(
      fc.property(histories, fc.infiniteStream(fc.nat()), (history, random) => {
        const shuffle = <Sample>(samples: Sample[]) =>
          samples
            .map((sample) => ({ sample, place: random.next().value ?? 0 }))
            .sort((a, b) => a.place - b.place)
            .map(({ sample }) => sample)
        const shuffled = {
          deployments: shuffle(history.deployments),
          deliveries: shuffle(history.deliveries),
          merges: shuffle(history.merges),
        }
        const context = metricContext({ timeZone: 'UTC', settings: history.settings })
        expect(withoutSums(measure(shuffled, context))).toEqual(withoutSums(measure(history, context)))
      }),
    )
  })

  it('do not change when everything happens some weeks later', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 52 }), (history, weeks) => {
        const ms = weeks * 7 * dayMs
        const later = (at: number | null) => (at === null ? null : at + ms)
        const shifted = {
          deployments: history.deployments.map((row) => ({ ...row, completedAt: row.completedAt + ms })),
          deliveries: history.deliveries.map((row) => ({
            ...row,
            deliveredAt: row.deliveredAt + ms,
            mergedAt: row.mergedAt + ms,
            openedAt: later(row.openedAt),
            firstCommitAt: later(row.firstCommitAt),
          })),
          merges: history.merges.map((row) => ({
            ...row,
            mergedAt: row.mergedAt + ms,
            openedAt: later(row.openedAt),
            firstReviewAt: later(row.firstReviewAt),
          })),
        }
        const dayOf = (at: number) => new Date(at + ms).toISOString().slice(0, 10)
        const context = metricContext({ timeZone: 'UTC', settings: history.settings })
        const contextLater = metricContext({
          timeZone: 'UTC',
          settings: history.settings,
          firstDay: dayOf(middle),
          lastDay: dayOf(to - 1),
          now: '2028-01-01 00:00',
        })
        const before = JSON.stringify(measure(history, context), withoutInstants)
        expect(JSON.stringify(measure(shifted, contextLater, to + ms), withoutInstants)).toBe(before)
      }),
    )
  })

  it('add up over buckets and services', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const {
          frequency,
          failureRate,
          rework,
          recovery,
          leadTime: time,
          throughput: flow,
          services,
        } = measure(history, metricContext({ timeZone: 'UTC', settings: history.settings }))
        for (const name of ['success', 'failure', 'rolledBack', 'cancelled'] as const) {
          const total = frequency.outcomes[name]
          expect(sum(frequency.perDay.map((day) => day[name]))).toBe(total)
          expect(sum(frequency.perPart.map((week) => week[name]))).toBe(total)
          expect(sum(frequency.byService.map(({ outcomes }) => outcomes[name]))).toBe(total)
        }
        expect(sum(failureRate.perPart.map(({ failed }) => failed))).toBe(failureRate.overall.failed)
        expect(sum(rework.perPart.map((week) => week.rework))).toBe(rework.rework)
        expect(sum(recovery.perPart.map((week) => week?.count ?? 0))).toBe(recovery.closed.length)
        expect(sum(time.perPart.map((week) => week?.count ?? 0))).toBe(time.provenance.sampleSize)
        expect(sum(time.byService.map(({ distribution }) => distribution.count))).toBe(time.provenance.sampleSize)
        expect(sum(flow.perPart.map(({ merged }) => merged))).toBe(flow.merged)
        expect(sum(flow.perPart.map(({ deployed }) => deployed))).toBe(flow.deployed)
        expect(sum(services.map(({ deployments: count }) => count))).toBe(frequency.attempts)
        expect(sum(services.map(({ openIncidents }) => openIncidents))).toBe(recovery.open.length)
      }),
    )
  })

  it('are of a service what its health says, on plans without it too', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { frequency, services } = measure(history, metricContext({ timeZone: 'UTC', settings: history.settings }))
        const { rolledBackFails } = history.settings
        const deployed = services.filter(({ deployments: count }) => count > 0)
        const byName = new Map(frequency.byService.map((of) => [of.service, of]))
        expect(byName.size).toBe(deployed.length)
        for (const { service: name, deployments: count, perDay, perPart } of deployed) {
          const of = byName.get(name)
          expect(of && attemptsOf(of.outcomes)).toBe(count)
          expect(of?.value).toBe(perDay)
          expect(of?.perPart.map((week) => successAndFailed(week, rolledBackFails))).toEqual(perPart)
        }
      }),
    )
  })

  it('take every row once: used, or excluded for a reason', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const measured = measure(history, metricContext({ timeZone: 'UTC', settings: history.settings }))
        const { frequency, failureRate, leadTime: time, cycleTime: cycle, throughput: flow } = measured
        const rows = ({ provenance }: { provenance: { sampleSize: number; excluded: { count: number }[] } }) =>
          provenance.sampleSize + sum(provenance.excluded.map(({ count }) => count))
        expect(rows(frequency)).toBe(frequency.attempts)
        expect(rows(failureRate)).toBe(frequency.attempts)
        expect(rows(time)).toBe(flow.deployed)
        expect(rows(cycle)).toBe(flow.merged)
      }),
    )
  })

  it('have shares between 0 and 1', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { failureRate, rework } = measure(history, metricContext({ settings: history.settings }))
        const shares = [failureRate, ...failureRate.perPart, rework, ...rework.perPart]
        for (const share of shares) {
          const value = 'rate' in share ? share.rate : share.value
          expect(value === null || (value >= 0 && value <= 1)).toBe(true)
        }
      }),
    )
  })
})

function withoutInstants(name: string, value: unknown): unknown {
  return ['openedAt', 'closedAt', 'lastDeployedAt'].includes(name) ? undefined : value
}
