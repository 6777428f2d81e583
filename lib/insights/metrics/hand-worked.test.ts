import { describe, expect, it } from 'vitest'
import { delivery, deployment, merge, metricContext, metricSamples, utc } from '@/lib/testing/metric-samples'
import { changeFailureRate } from './change-failure-rate'
import { coverage } from './coverage'
import { cycleTime } from './cycle-time'
import { deploymentFrequency } from './deployment-frequency'
import { leadTime } from './lead-time'
import type { MetricValue } from './metric-value'
import { pullRequestSize } from './pull-request-size'
import { recoveryTime } from './recovery-time'
import { reworkRate } from './rework-rate'
import { serviceHealth } from './service-health'
import { throughput } from './throughput'

// The history that docs/metrics.md works out by hand.
const hour = 3600
const [api, web] = [{ service: 'api' }, { service: 'web' }]

const deployments = {
  previous: [
    deployment(101, 'success', '2026-02-20 12:00', api),
    deployment(102, 'failure', '2026-02-27 18:00', web),
    deployment(103, 'success', '2026-02-27 19:00', web),
  ],
  current: [
    deployment(1, 'success', '2026-03-02 10:00', api),
    deployment(2, 'success', '2026-03-03 09:00', web),
    deployment(3, 'failure', '2026-03-04 14:00', api),
    deployment(4, 'failure', '2026-03-04 14:30', api),
    deployment(5, 'success', '2026-03-04 15:00', api),
    deployment(6, 'rolled_back', '2026-03-06 16:00', web),
    deployment(7, 'success', '2026-03-07 10:00', web),
    deployment(8, 'success', '2026-03-09 08:00', web),
    deployment(9, 'cancelled', '2026-03-09 11:00', api),
    deployment(10, 'success', '2026-03-12 12:00', api),
    deployment(11, 'failure', '2026-03-15 22:30', web),
  ],
}

const pullRequests = {
  11: { firstCommitAt: utc('2026-03-01 10:00'), openedAt: utc('2026-03-02 06:00'), changedLines: 8 },
  12: { firstCommitAt: utc('2026-03-02 08:00'), openedAt: utc('2026-03-02 12:00'), changedLines: 40 },
  13: { firstCommitAt: utc('2026-03-03 09:00'), openedAt: utc('2026-03-03 15:00'), changedLines: 120 },
  14: { firstCommitAt: null, openedAt: null, changedLines: null },
  15: { firstCommitAt: utc('2026-03-05 10:00'), openedAt: null, changedLines: 300 },
  16: { firstCommitAt: utc('2026-03-11 12:00'), openedAt: utc('2026-03-11 18:00'), changedLines: 10 },
  17: { firstCommitAt: utc('2026-03-09 15:00'), openedAt: utc('2026-03-10 09:00'), changedLines: 900 },
}

const deliveries = {
  previous: [
    delivery(10, '2026-02-20 00:00', '2026-02-20 12:00', {
      ...api,
      openedAt: utc('2026-02-19 14:00'),
      changedLines: 25,
    }),
  ],
  current: [
    delivery(11, '2026-03-02 09:00', '2026-03-02 10:00', { ...pullRequests[11], ...api, deploymentId: 1 }),
    delivery(12, '2026-03-02 15:00', '2026-03-03 09:00', { ...pullRequests[12], ...web, deploymentId: 2 }),
    delivery(13, '2026-03-04 13:00', '2026-03-04 15:00', { ...pullRequests[13], ...api, deploymentId: 5 }),
    delivery(14, '2026-03-06 12:00', '2026-03-07 10:00', { ...pullRequests[14], ...web, deploymentId: 7 }),
    delivery(15, '2026-03-06 10:00', '2026-03-07 10:00', { ...pullRequests[15], ...web, deploymentId: 7 }),
    delivery(16, '2026-03-12 12:30', '2026-03-12 12:00', { ...pullRequests[16], ...api, deploymentId: 10 }),
  ],
}

const merges = {
  previous: [merge(10, '2026-02-20 00:00', { openedAt: utc('2026-02-19 14:00') })],
  current: [
    merge(11, '2026-03-02 09:00', { ...pullRequests[11], firstReviewAt: utc('2026-03-02 07:00') }),
    merge(12, '2026-03-02 15:00', { ...pullRequests[12], firstReviewAt: utc('2026-03-02 14:00') }),
    merge(13, '2026-03-04 13:00', { ...pullRequests[13], firstReviewAt: utc('2026-03-04 09:00') }),
    merge(14, '2026-03-06 12:00', pullRequests[14]),
    merge(15, '2026-03-06 10:00', pullRequests[15]),
    merge(16, '2026-03-12 12:30', { ...pullRequests[16], firstReviewAt: utc('2026-03-12 10:00') }),
    merge(17, '2026-03-13 09:00', { ...pullRequests[17], firstReviewAt: utc('2026-03-13 08:00') }),
  ],
}

const opened = ([11, 12, 13, 16, 17] as const).map((id) => ({ pullRequestId: id, openedAt: pullRequests[id].openedAt }))

const samples = metricSamples({
  previous: {
    deployments: deployments.previous,
    deliveries: deliveries.previous,
    merges: merges.previous,
    coverage: { linked: 1, of: 2 },
  },
  current: {
    deployments: deployments.current,
    deliveries: deliveries.current,
    merges: merges.current,
    opened,
    coverage: { linked: 5, of: 6 },
  },
  teams: new Map([['web', 'Shop']]),
})
const context = metricContext({ dataFrom: '2026-02-10 09:00' })
const fromFirstCommit = metricContext({ dataFrom: '2026-02-10 09:00', settings: { leadTimeFrom: 'first-commit' } })
const fromMerge = { level: null, noLevel: 'No level from the merge' }
const fewPullRequests = { level: null, noLevel: 'No level: 5 of 10 pull requests needed' }
const rollbacksForgiven = metricContext({ dataFrom: '2026-02-10 09:00', settings: { rolledBackFails: false } })

describe('the history worked out by hand', () => {
  it('changed because of its services', () => {
    const partsOf = ({ contributions }: MetricValue, unit = 1) =>
      contributions?.services.listed.map(({ name, within, mix }) => [name, within / unit, mix / unit])
    const near = (parts: (readonly [string, number, number])[]) =>
      parts.map(([name, within, mix]) => [name, expect.closeTo(within, 5), expect.closeTo(mix, 5)])
    expect(partsOf(deploymentFrequency.compute(samples, context))).toEqual(
      near([
        ['api', 2 / 14, 0],
        ['web', 2 / 14, 0],
      ]),
    )
    expect(partsOf(changeFailureRate.compute(samples, context))).toEqual(
      near([
        ['api', 1 / 6, -1 / 36],
        ['web', -7 / 120, -1 / 72],
      ]),
    )
    expect(partsOf(leadTime.compute(samples, context), hour)).toEqual(
      near([
        ['api', -7.5, 2],
        ['web', 0, 3.5],
      ]),
    )
  })

  it('has 6 successes in 14 days', () => {
    const frequency = deploymentFrequency.compute(samples, context)
    expect(frequency).toMatchObject({ value: 6 / 14, days: 14, attempts: 11, level: null, previous: 2 / 14 })
    expect(frequency.change).toMatchObject({ difference: 4 / 14, word: 'within noise' })
    expect(frequency.change?.ratio).toBeCloseTo(2, 12)
    expect(frequency.outcomes).toEqual({ success: 6, failure: 3, rolledBack: 1, cancelled: 1 })
    expect(frequency.perPart.map(({ success }) => success)).toEqual([4, 2])
    expect(frequency.noLevel).toBe('No level: 6 of 10 successful deployments needed')
  })

  it('has 4 failures among 10', () => {
    const rate = changeFailureRate.compute(samples, context)
    expect(rate).toMatchObject({ value: 0.4, level: 'low', previous: 1 / 3 })
    expect(rate.change).toMatchObject({ ratio: 0.4 / (1 / 3) - 1, word: 'within noise' })
    expect(rate.perPart).toEqual([
      { failed: 3, of: 7, rate: 3 / 7 },
      { failed: 1, of: 3, rate: 1 / 3 },
    ])
    expect(changeFailureRate.compute(samples, rollbacksForgiven)).toMatchObject({ value: 0.3, level: 'low' })
  })

  it('recovers in 9 h 30 min', () => {
    const recovery = recoveryTime.compute(samples, context)
    expect(recovery.closed.map(({ openedById, closedById, seconds }) => [openedById, closedById, seconds])).toEqual([
      [6, 7, 18 * hour],
      [3, 5, hour],
    ])
    expect(recovery.open.map(({ openedById }) => openedById)).toEqual([11])
    expect(recovery).toMatchObject({ value: 9.5 * hour, previous: hour, change: { word: 'within noise' } })
    expect(recovery).toMatchObject({ level: null, noLevel: 'No level: 2 of 5 incidents needed' })
    expect(recovery.distribution).toEqual({
      count: 2,
      min: hour,
      p50: 34_200,
      p75: 49_500,
      p95: 61_740,
      mean: 34_200,
      max: 18 * hour,
    })
    expect(recoveryTime.compute(samples, rollbacksForgiven)).toMatchObject({ value: hour, level: null })
  })

  it('repairs with 2 of 6 successes', () => {
    const rework = reworkRate.compute(samples, context)
    expect(rework).toMatchObject({ value: 2 / 6, rework: 2, of: 6, previous: 1 / 2, change: { word: 'within noise' } })
    expect(rework.perPart).toEqual([
      { rework: 2, of: 4, rate: 0.5 },
      { rework: 0, of: 2, rate: 0 },
    ])
  })

  it('ties 5 of 6 successes to pull requests', () => {
    expect(coverage.compute(samples, context)).toMatchObject({
      value: 5 / 6,
      previous: 1 / 2,
      change: { word: 'within noise' },
    })
  })

  it('takes 10 h from the merge', () => {
    const time = leadTime.compute(samples, context)
    expect(time).toMatchObject({
      value: 10 * hour,
      previous: 12 * hour,
      change: { word: 'within noise' },
      ...fromMerge,
    })
    expect(time.distribution).toEqual({
      count: 6,
      min: 0,
      p50: 36_000,
      p75: 75_600,
      p95: 84_600,
      mean: 40_200,
      max: 24 * hour,
    })
    expect(time.perPart.map((week) => week?.p50)).toEqual([18 * hour, 0])
    expect(time.byService.map(({ service, distribution }) => [service, distribution.p50])).toEqual([
      ['api', hour],
      ['web', 22 * hour],
    ])
    expect(time.slowest.map(({ pullRequestId }) => pullRequestId)).toEqual([15, 14, 12, 13, 11, 16])
    expect(time.otherStart).toEqual({ from: 'first-commit', seconds: 25 * hour, sampleSize: 5, ...fewPullRequests })
  })

  it('takes 25 h from the first commit, in stages that add up', () => {
    const time = leadTime.compute(samples, fromFirstCommit)
    expect(time).toMatchObject({ value: 25 * hour, previous: null, ...fewPullRequests })
    expect(time.previousMissing).toBe(
      'Of the pull requests that reached production in the period before, no first commit is known.',
    )
    expect(time.otherStart).toEqual({ from: 'merge', seconds: 10 * hour, sampleSize: 6, ...fromMerge })
    expect(time.distribution).toMatchObject({ count: 5, min: 86_400, p75: 108_000, mean: 109_080, max: 172_800 })
    expect(time.distribution?.p95).toBeCloseTo(159_840, 6)
    expect(time.stages).toEqual({
      count: 5,
      coding: 7.2 * hour,
      review: 9.3 * hour,
      codingAndReview: 4.8 * hour,
      deploy: 9 * hour,
      total: 30.3 * hour,
    })
  })

  it('keeps pull requests open for 18 h 30 min', () => {
    const time = cycleTime.compute(samples, context)
    expect(time).toMatchObject({ value: 18.5 * hour, previous: 10 * hour, change: { word: 'within noise' } })
    expect(time.distribution).toMatchObject({ count: 5, p75: 22 * hour, mean: 23.7 * hour })
    expect(time.distribution?.p95).toBeCloseTo(62 * hour, 6)
    expect(time.perPart.map((week) => week?.p50)).toEqual([3 * hour, 45.25 * hour])
    expect(time.bySize.map(({ class: { name }, distribution }) => [name, distribution?.p50 ?? null])).toEqual([
      ['XS', 3 * hour],
      ['S', 10.75 * hour],
      ['M', 22 * hour],
      ['L', null],
      ['XL', 72 * hour],
    ])
    expect(time.provenance.excluded).toEqual([
      { count: 2, why: 'were merged, but it is not known when they were opened' },
    ])
  })

  it('delivers pull requests of 40 lines', () => {
    const size = pullRequestSize.compute(samples, context)
    expect(size).toMatchObject({
      value: 40,
      previous: 25,
      change: { word: 'within noise' },
      level: null,
      noLevel: null,
    })
    expect(size.provenance).toMatchObject({ sampleSize: 5, excluded: [{ count: 1 }] })
    expect(size.perPart.map((week) => week?.p50)).toEqual([80, 10])
  })

  it('merges 7 in 14 days', () => {
    const flow = throughput.compute(samples, context)
    expect(flow).toMatchObject({ value: 0.5, days: 14, merged: 7, opened: 5, deployed: 6, previous: 1 / 14 })
    expect(flow.perPart).toEqual([
      { merged: 5, opened: 3, deployed: 5 },
      { merged: 2, opened: 2, deployed: 1 },
    ])
  })

  it('has the same numbers for each service', () => {
    const { listed: services } = serviceHealth(samples, context)
    expect(services).toEqual([
      {
        service: 'api',
        team: null,
        deployments: 6,
        perDay: 3 / 14,
        leadTimeP50Seconds: hour,
        deliveries: 3,
        changeFailureRate: 0.4,
        recoveryP50Seconds: hour,
        reworkRate: 1 / 3,
        openIncidents: 0,
        lastDeployedAt: utc('2026-03-12 12:00'),
        perPart: [
          { success: 2, failed: 2 },
          { success: 1, failed: 0 },
        ],
        levels: {
          deploymentFrequency: { level: null, noLevel: 'No level: 3 of 10 successful deployments needed' },
          leadTime: fromMerge,
          changeFailureRate: { level: null, noLevel: 'No level: 5 of 10 deployments needed' },
          recoveryTime: { level: null, noLevel: 'No level: 1 of 5 incidents needed' },
        },
      },
      {
        service: 'web',
        team: 'Shop',
        deployments: 5,
        perDay: 3 / 14,
        leadTimeP50Seconds: 22 * hour,
        deliveries: 3,
        changeFailureRate: 0.4,
        recoveryP50Seconds: 18 * hour,
        reworkRate: 1 / 3,
        openIncidents: 1,
        lastDeployedAt: utc('2026-03-15 22:30'),
        perPart: [
          { success: 2, failed: 1 },
          { success: 1, failed: 1 },
        ],
        levels: {
          deploymentFrequency: { level: null, noLevel: 'No level: 3 of 10 successful deployments needed' },
          leadTime: fromMerge,
          changeFailureRate: { level: null, noLevel: 'No level: 5 of 10 deployments needed' },
          recoveryTime: { level: null, noLevel: 'No level: 1 of 5 incidents needed' },
        },
      },
    ])
  })
})
