import { describe, expect, it } from 'vitest'
import { currentMerges, delivery, merge, metricContext, metricSamples, utc } from '@/lib/testing/metric-samples'
import { throughput } from './throughput'

const openings = (...times: string[]) => times.map((time, pullRequestId) => ({ pullRequestId, openedAt: utc(time) }))

const nothing = metricSamples()

describe('throughput', () => {
  it('is missing when no pull request is known, however much was deployed', () => {
    for (const dataFrom of [null, '2026-01-05 09:00']) {
      const flow = throughput.compute(nothing, metricContext({ dataFrom }))
      expect(flow).toMatchObject({ value: null, days: null, previous: null, merged: 0 })
      expect(flow.missing).toBe('No pull request is known.')
      expect(flow.previousMissing).toBe('No pull request was merged in the period before.')
    }
  })

  it('is missing when there is neither a merge nor a deployment to count days from', () => {
    const flow = throughput.compute(
      metricSamples({ current: { opened: openings('2026-03-03 10:00') } }),
      metricContext({ dataFrom: null }),
    )
    expect(flow).toMatchObject({ value: null, missing: 'No pull request was merged in this period.' })
  })

  it('is missing in the first minutes of the first day', () => {
    const merges = currentMerges(merge(1, '2026-03-02 00:02'))
    const context = metricContext({ timeZone: 'UTC', dataFrom: null, now: '2026-03-02 00:05' })
    expect(throughput.compute(merges, context)).toMatchObject({
      value: null,
      missing: 'Less than a day has passed.',
      days: null,
      merged: 1,
    })
  })

  it('is a real 0 for an organization that was there before', () => {
    const delivered = delivery(1, '2026-02-10 10:00', '2026-02-20 10:00')
    for (const known of [
      metricSamples({ current: { opened: openings('2026-03-03 10:00') } }),
      metricSamples({ current: { deliveries: [delivered] } }),
      metricSamples({ previous: { deliveries: [delivered] } }),
    ]) {
      expect(throughput.compute(known, metricContext())).toMatchObject({ value: 0, days: 14, previous: 0 })
    }
    const before = metricSamples({ previous: { merges: [merge(1, '2026-02-20 10:00')] } })
    expect(throughput.compute(before, metricContext({ dataFrom: null }))).toMatchObject({ value: 0, previous: 1 / 14 })
  })

  it('is missing in a period that has not begun', () => {
    const flow = throughput.compute(nothing, metricContext({ now: '2026-02-20 10:00' }))
    expect(flow.missing).toBe('This period has not begun.')
  })

  it('counts days from the first merge or deployment when there is nothing before', () => {
    const merges = currentMerges(merge(1, '2026-03-09 10:00'), merge(2, '2026-03-15 10:00'))
    const days = (dataFrom: string | null) => throughput.compute(merges, metricContext({ dataFrom })).days
    expect(days(null)).toBe(7)
    expect(throughput.compute(merges, metricContext({ dataFrom: null })).provenance.adjusted).toEqual([
      { count: 7, why: 'days before the day of the first merge or deployment are not counted' },
    ])
    expect(days('2026-03-12 10:00')).toBe(7)
    expect(days('2026-03-06 10:00')).toBe(10)
    expect(days('2026-01-01 10:00')).toBe(14)
  })

  it('counts openings and deliveries besides merges, each in its own week', () => {
    const flow = throughput.compute(
      metricSamples({
        current: {
          merges: [merge(1, '2026-03-03 10:00')],
          opened: openings('2026-03-02 10:00', '2026-03-10 10:00'),
          deliveries: [delivery(1, '2026-03-03 10:00', '2026-03-09 10:00')],
        },
      }),
      metricContext(),
    )
    expect(flow.perPart).toEqual([
      { merged: 1, opened: 1, deployed: 0 },
      { merged: 0, opened: 1, deployed: 1 },
    ])
  })
})
