import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { currentDeliveries, delivery, metricContext, metricSamples } from '@/lib/testing/metric-samples'
import { pullRequestSize } from './pull-request-size'

const sized = (id: number, changedLines: number | null, day = '2026-03-03') =>
  delivery(id, '2026-03-01 10:00', `${day} 10:00`, { changedLines })
const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? null

describe('pull request size', () => {
  it('is missing when nothing reached production', () => {
    const size = pullRequestSize.compute(currentDeliveries(), metricContext())
    expect(size).toMatchObject({
      value: null,
      missing: 'No pull request reached production in this period.',
      previousMissing: 'No pull request reached production in the period before.',
      distribution: null,
    })
    expect(pullRequestSize.calculation(size, metricContext().settings, currentDeliveries())).toBeNull()
  })

  it('is missing when no size is known, and says so', () => {
    expect(pullRequestSize.compute(currentDeliveries(sized(1, null)), metricContext())).toMatchObject({
      value: null,
      missing: 'Of the pull requests that reached production in this period, no size is known.',
      provenance: {
        sampleSize: 0,
        excluded: [{ count: 1, why: 'reached production without a known size and is not counted' }],
      },
    })
  })

  it('is the median of the known ones; an empty change has 0 lines', () => {
    const samples = currentDeliveries(sized(1, 400), sized(2, 0), sized(3, 31), sized(4, null), sized(5, 20))
    const size = pullRequestSize.compute(samples, metricContext())
    expect(size).toMatchObject({ value: 25.5, unit: 'lines', provenance: { sampleSize: 4, excluded: [{ count: 1 }] } })
    expect(size.distribution).toMatchObject({ count: 4, min: 0, max: 400 })
    expect(plain(pullRequestSize.calculation(size, metricContext().settings, samples))).toBe(
      'In order, between the 2nd and 3rd of 4: (20 + 31) ÷ 2 = 25.5 lines',
    )
  })

  it('is better when it is smaller than before', () => {
    const samples = metricSamples({
      current: { deliveries: Array(8).fill(sized(1, 20)) },
      previous: { deliveries: [...Array(8).fill(sized(2, 50, '2026-02-20')), sized(3, null, '2026-02-20')] },
    })
    expect(pullRequestSize.compute(samples, metricContext())).toMatchObject({
      value: 20,
      previous: 50,
      change: { difference: -30, word: 'better' },
      level: null,
      noLevel: null,
    })
  })

  it('has a median for each week, of what was delivered in it', () => {
    const samples = currentDeliveries(sized(1, 10), sized(2, 30), sized(3, 7, '2026-03-10'))
    const size = pullRequestSize.compute(samples, metricContext())
    expect(pullRequestSize.course?.(size, metricContext().period)).toMatchObject({ values: [20, 7], unit: 'lines' })
  })
})

describe('the rows behind it', () => {
  const context = metricContext()
  const samples = currentDeliveries(sized(1, 9), sized(2, null, '2026-03-05'), sized(3, 500, '2026-03-04'))
  const drilldown = pullRequestSize.rows.of(samples, context)
  const sizesOf = (rows: ReturnType<typeof drilldown.slice>) =>
    rows.map(({ pullRequestId, changedLines, size, counted }) => [pullRequestId, changedLines, size, counted])

  it('are every delivery, the latest first, each with its size', () => {
    const rows = drilldown.slice(0, 3)
    expect(sizesOf(rows)).toEqual([
      [2, null, null, false],
      [3, 500, 'XL', true],
      [1, 9, 'XS', true],
    ])
    expect(rows[0]?.why).toBe('It reached production without a known size and is not counted')
  })

  it('can be those that count, the largest first', () => {
    const selected = runAtOnce(drilldown.select({ only: 'counted', sort: 'largest' }))
    expect(sizesOf(selected.slice(0, 3))).toEqual([
      [3, 500, 'XL', true],
      [1, 9, 'XS', true],
    ])
  })
})
