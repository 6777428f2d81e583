import { describe, expect, it } from 'vitest'
import { current, deployment, metricContext } from '@/lib/testing/metric-samples'
import { changeFailureRate } from './change-failure-rate'

describe('change failure rate', () => {
  it('is missing without deployments', () => {
    const rate = changeFailureRate.compute(current(), metricContext())
    expect(rate).toMatchObject({ value: null, level: null, change: null, overall: { failed: 0, of: 0, rate: null } })
    expect(rate.missing).toBe('No deployment to production ended in this period.')
    expect(rate.previousMissing).toBe('No deployment to production ended in the period before.')
    expect(rate.perPart).toEqual(Array(2).fill({ failed: 0, of: 0, rate: null }))
  })

  it('is missing when all were cancelled, and counts them as excluded', () => {
    const rate = changeFailureRate.compute(current(deployment(1, 'cancelled', '2026-03-02 10:00')), metricContext())
    expect(rate.missing).toBe('Every deployment to production that ended in this period was cancelled.')
    expect(rate.provenance).toEqual({
      sampleSize: 0,
      excluded: [{ count: 1, why: 'was cancelled and never went live' }],
      adjusted: [],
    })
  })

  it.each([
    [9, { level: null, noLevel: 'No level: 9 of 10 deployments needed' }],
    [10, { level: 'elite', noLevel: null }],
  ])('is 0 when none of %d failed, with a level from 10 on', (count, leveled) => {
    const successes = Array.from({ length: count }, (_, index) => deployment(index + 1, 'success', '2026-03-02 10:00'))
    const cancelled = deployment(count + 1, 'cancelled', '2026-03-02 10:00')
    const rate = changeFailureRate.compute(current(...successes, cancelled), metricContext())
    expect(rate).toMatchObject({ value: 0, ...leveled })
  })

  it('keeps a rolled-back deployment as not failed where the organization has set that, and says so', () => {
    const samples = current(
      deployment(1, 'rolled_back', '2026-03-02 10:00'),
      deployment(2, 'success', '2026-03-02 11:00'),
    )
    expect(changeFailureRate.compute(samples, metricContext())).toMatchObject({
      value: 0.5,
      provenance: { adjusted: [] },
    })
    const forgiven = changeFailureRate.compute(samples, metricContext({ settings: { rolledBackFails: false } }))
    expect(forgiven).toMatchObject({ value: 0, overall: { failed: 0, of: 2 } })
    expect(forgiven.provenance.adjusted).toEqual([
      { count: 1, why: 'was rolled back and counts as not failed, as the organization set' },
    ])
  })
})
