import { describe, expect, it } from 'vitest'
import { currentDeliveries, delivery, metricContext, utc } from '@/lib/testing/metric-samples'
import { type LeadTime, leadTime } from './lead-time'

const also = (result: LeadTime) => leadTime.also?.(result) ?? null
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null
const fromFirstCommit = metricContext({ settings: { leadTimeFrom: 'first-commit' } })
const dayBefore = { firstCommitAt: utc('2026-03-01 10:30') }
const known = delivery(1, '2026-03-02 10:00', '2026-03-02 10:30', dayBefore)
const unknown = delivery(2, '2026-03-02 10:00', '2026-03-02 10:50')

describe('which lead time a number is', () => {
  it.each([
    [10, 'From the first commit: 1 d, high'],
    [9, 'From the first commit: 1 d, no level: 9 of 10 pull requests needed'],
  ])('is said, and the other one of %d pull requests is shown next to it', (count, words) => {
    const fromMerge = leadTime.compute(currentDeliveries(...Array(count).fill(known)), metricContext())
    expect([leadTime.variant?.(fromMerge), plain(also(fromMerge))]).toEqual(['from the merge', words])
  })

  it('is said with the number of pull requests where they are not as many', () => {
    const most = currentDeliveries(...Array(10).fill(known), unknown)
    expect(plain(also(leadTime.compute(most, metricContext())))).toMatch(
      /^From the first commit: .*, high, of 10 pull requests$/,
    )
    const ofDora = leadTime.compute(currentDeliveries(known, unknown), fromFirstCommit)
    expect([leadTime.variant?.(ofDora), plain(also(ofDora))]).toEqual([
      'from the first commit',
      'From the merge: 40 min, of 2 pull requests',
    ])
  })

  it('is said where the other one is not known, and not where nothing went live', () => {
    const none = leadTime.compute(currentDeliveries(unknown), metricContext())
    expect(also(none)).toBe('From the first commit: not known of any')
    expect(plain(also(leadTime.compute(currentDeliveries(unknown), fromFirstCommit)))).toMatch(
      /^From the merge: 50 min/,
    )
    expect(also(leadTime.compute(currentDeliveries(), metricContext()))).toBeNull()
    expect(also(leadTime.compute(currentDeliveries(), fromFirstCommit))).toBeNull()
  })
})
