import { describe, expect, it } from 'vitest'
import { currentMerges, merge, metricContext, metricSamples, utc } from '@/lib/testing/metric-samples'
import { cycleTime } from './cycle-time'

const openedAt = utc('2026-03-02 10:00')

describe('cycle time', () => {
  it('is missing without merges', () => {
    const time = cycleTime.compute(currentMerges(), metricContext({ dataFrom: null }))
    expect(time).toMatchObject({ value: null, distribution: null, perPart: [null, null] })
    expect(time.missing).toBe('No pull request was merged in this period.')
    expect(time.previousMissing).toBe('No pull request was merged in the period before.')
    expect(time.bySize.map(({ class: { name } }) => name)).toEqual(['XS', 'S', 'M', 'L', 'XL'])
  })

  it('says when nothing is known of the opening', () => {
    const time = cycleTime.compute(currentMerges(merge(1, '2026-03-02 12:00')), metricContext())
    expect(time.missing).toBe(
      'Of the pull requests that were merged in this period, it is not known when they were opened.',
    )
    expect(time.provenance).toMatchObject({ sampleSize: 0, excluded: [{ count: 1 }] })
  })

  it('counts as 0 s what was merged before it was opened, and says so', () => {
    const time = cycleTime.compute(
      currentMerges(merge(1, '2026-03-02 09:00', { openedAt, changedLines: 1 })),
      metricContext(),
    )
    expect(time.value).toBe(0)
    expect(time.provenance.adjusted).toEqual([{ count: 1, why: 'was merged before it was opened and counts as 0 s' }])
  })

  it('does not need deployments to compare', () => {
    const samples = metricSamples({
      current: { merges: [merge(1, '2026-03-02 12:00', { openedAt })] },
      previous: { merges: [merge(2, '2026-02-20 12:00', { openedAt: utc('2026-02-20 11:00') })] },
    })
    const time = cycleTime.compute(samples, metricContext({ dataFrom: null }))
    expect(time).toMatchObject({ value: 7200, previous: 3600, change: { word: 'within noise', ratio: 1 } })
  })

  it.each([
    [0, 'XS'],
    [9, 'XS'],
    [10, 'S'],
    [49, 'S'],
    [50, 'M'],
    [199, 'M'],
    [200, 'L'],
    [499, 'L'],
    [500, 'XL'],
    [100_000, 'XL'],
  ])('takes %s changed lines as %s', (changedLines, name) => {
    const { bySize } = cycleTime.compute(
      currentMerges(merge(1, '2026-03-02 12:00', { openedAt, changedLines })),
      metricContext(),
    )
    expect(bySize.filter(({ distribution }) => distribution).map((size) => size.class.name)).toEqual([name])
  })

  it('counts a pull request of unknown size, but not by size', () => {
    const time = cycleTime.compute(currentMerges(merge(1, '2026-03-02 12:00', { openedAt })), metricContext())
    expect(time.value).toBe(7200)
    expect(time.bySize.every(({ distribution }) => distribution === null)).toBe(true)
    expect(time.provenance.adjusted).toEqual([
      { count: 1, why: 'counts, but not by size, because its changed lines are not known' },
    ])
  })
})
