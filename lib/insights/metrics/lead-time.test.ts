import { describe, expect, it } from 'vitest'
import { currentDeliveries, delivery, metricContext, metricSamples, utc } from '@/lib/testing/metric-samples'
import { leadTime } from './lead-time'

const fromFirstCommit = metricContext({ settings: { leadTimeFrom: 'first-commit' } })

describe('lead time', () => {
  it('is missing without deliveries', () => {
    const time = leadTime.compute(currentDeliveries(), metricContext())
    expect(time).toMatchObject({ value: null, level: null, distribution: null, stages: null, slowest: [] })
    expect(time.missing).toBe('No pull request reached production in this period.')
    expect(time.previousMissing).toBe('No pull request reached production in the period before.')
    expect(time.perPart).toEqual([null, null])
  })

  it('of one delivery is what it took', () => {
    const time = leadTime.compute(
      currentDeliveries(delivery(1, '2026-03-02 10:00', '2026-03-02 10:59')),
      metricContext(),
    )
    expect(time).toMatchObject({
      value: 3540,
      level: null,
      unit: 'seconds',
      provenance: { sampleSize: 1, adjusted: [] },
    })
    expect(time.slowest).toEqual([{ pullRequestId: 1, seconds: 3540 }])
  })

  it('has a level from the first commit alone, of ten pull requests', () => {
    const known = { firstCommitAt: utc('2026-03-01 10:00') }
    const deliveries = (count: number) =>
      currentDeliveries(
        ...Array.from({ length: count }, (_, index) =>
          delivery(index + 1, '2026-03-02 09:00', '2026-03-02 09:30', known),
        ),
      )
    expect(leadTime.compute(deliveries(10), fromFirstCommit)).toMatchObject({ level: 'elite', noLevel: null })
    expect(leadTime.compute(deliveries(9), fromFirstCommit)).toMatchObject({
      level: null,
      noLevel: 'No level: 9 of 10 pull requests needed',
    })
    expect(leadTime.compute(deliveries(10), metricContext())).toMatchObject({
      level: null,
      noLevel: 'No level from the merge',
      otherStart: { from: 'first-commit', level: 'elite', noLevel: null },
    })
    expect(leadTime.compute(currentDeliveries(), metricContext())).toMatchObject({ level: null, noLevel: null })
  })

  it('keeps milliseconds', () => {
    const late = { deliveredAt: utc('2026-03-02 10:00') + 1 }
    expect(
      leadTime.compute(currentDeliveries(delivery(1, '2026-03-02 10:00', '2026-03-02 10:00', late)), metricContext())
        .value,
    ).toBe(0.001)
  })

  it('counts as 0 s what was live before it was merged, and says so', () => {
    const time = leadTime.compute(
      currentDeliveries(delivery(1, '2026-03-02 11:00', '2026-03-02 10:00')),
      metricContext(),
    )
    expect(time.value).toBe(0)
    expect(time.provenance).toEqual({
      sampleSize: 1,
      excluded: [],
      adjusted: [{ count: 1, why: 'was live before it was merged and counts as 0 s' }],
    })
  })

  it('leaves out pull requests without a first commit when it starts there, and says so', () => {
    const known = { firstCommitAt: utc('2026-03-01 10:00') }
    const samples = currentDeliveries(
      delivery(1, '2026-03-02 10:00', '2026-03-02 12:00', known),
      delivery(2, '2026-03-02 10:00', '2026-03-02 12:00'),
    )
    const time = leadTime.compute(samples, fromFirstCommit)
    expect(time).toMatchObject({ value: 26 * 3600, from: 'first-commit', level: null })
    expect(time.provenance.excluded).toEqual([
      { count: 1, why: 'reached production, but its first commit is not known' },
    ])
    expect(time.stages).toMatchObject({ count: 1, codingAndReview: 24 * 3600, deploy: 2 * 3600, total: 26 * 3600 })
    expect(leadTime.compute(samples, metricContext()).value).toBe(2 * 3600)
  })

  it('has the same pull requests by the other definition next to it', () => {
    const known = { firstCommitAt: utc('2026-03-01 10:00') }
    const samples = currentDeliveries(
      delivery(1, '2026-03-02 10:00', '2026-03-02 10:30', known),
      delivery(2, '2026-03-02 10:00', '2026-03-02 12:00'),
    )
    const fromMerge = leadTime.compute(samples, metricContext())
    const noLevel = 'No level: 1 of 10 pull requests needed'
    const day = { seconds: 24.5 * 3600, level: null, noLevel, sampleSize: 1 }
    expect(fromMerge.otherStart).toEqual({ from: 'first-commit', ...day })
    const { otherStart } = leadTime.compute(samples, fromFirstCommit)
    expect(otherStart).toMatchObject({ from: 'merge', seconds: 1.25 * 3600, level: null, sampleSize: 2 })
  })

  it('has nothing next to it where no first commit is known', () => {
    const nothing = { from: 'first-commit', seconds: null, level: null, noLevel: null, sampleSize: 0 }
    const unknown = currentDeliveries(delivery(1, '2026-03-02 10:00', '2026-03-02 12:00'))
    expect(leadTime.compute(unknown, metricContext()).otherStart).toEqual(nothing)
    expect(leadTime.compute(currentDeliveries(), metricContext()).otherStart).toEqual(nothing)
  })

  it('says when no first commit is known', () => {
    const time = leadTime.compute(
      currentDeliveries(delivery(1, '2026-03-02 10:00', '2026-03-02 12:00')),
      fromFirstCommit,
    )
    expect(time.missing).toBe('Of the pull requests that reached production in this period, no first commit is known.')
    expect(time.value).toBeNull()
  })

  it('says of how many a stage ran backwards', () => {
    const firstCommitAt = utc('2026-03-02 08:00')
    const samples = currentDeliveries(
      delivery(1, '2026-03-02 10:00', '2026-03-02 12:00', { firstCommitAt, openedAt: utc('2026-03-02 09:00') }),
      delivery(2, '2026-03-02 10:00', '2026-03-02 12:00', { firstCommitAt, openedAt: utc('2026-03-02 07:00') }),
      delivery(3, '2026-03-02 10:00', '2026-03-02 12:00', { firstCommitAt, openedAt: utc('2026-03-02 11:00') }),
      delivery(4, '2026-03-02 07:00', '2026-03-02 12:00', { firstCommitAt }),
      delivery(5, '2026-03-02 10:00', '2026-03-02 09:00', { firstCommitAt }),
    )
    const time = leadTime.compute(samples, fromFirstCommit)
    expect(time.provenance.adjusted).toEqual([
      { count: 4, why: 'have a stage that ended before it began, which counts as 0 s' },
    ])
    expect(time.distribution).toMatchObject({ min: 2 * 3600, max: 4 * 3600 })
  })

  it('has the ten slowest, ties by the older pull request', () => {
    const samples = Array.from({ length: 15 }, (_, index) => {
      const minute = index % 2 === 0 ? '30' : `${10 + index}`
      return delivery(100 - index, '2026-03-02 10:00', `2026-03-02 10:${minute}`)
    })
    const { slowest } = leadTime.compute(currentDeliveries(...samples), metricContext())
    expect(slowest.map(({ pullRequestId }) => pullRequestId)).toEqual([86, 88, 90, 92, 94, 96, 98, 100, 87, 89])
  })

  it('does not compare with a period that began before the first deployment', () => {
    const samples = metricSamples({
      current: { deliveries: [delivery(1, '2026-03-02 10:00', '2026-03-02 12:00')] },
      previous: { deliveries: [delivery(2, '2026-02-24 10:00', '2026-02-24 12:00')] },
    })
    expect(leadTime.compute(samples, metricContext({ dataFrom: '2026-02-24 12:00' }))).toMatchObject({
      previous: null,
      previousMissing: 'Data begins on 24 Feb 2026.',
      change: null,
    })
    expect(leadTime.compute(samples, metricContext())).toMatchObject({
      previous: 7200,
      change: { word: 'same', ratio: 0 },
    })
  })
})
