import { describe, expect, it } from 'vitest'
import { metricContext, metricSamples } from '@/lib/testing/metric-samples'
import { coverage } from './coverage'

describe('coverage', () => {
  const counts = (linked: number, of: number) => metricSamples({ current: { coverage: { linked, of } } })

  it('is missing without a success', () => {
    expect(coverage.compute(counts(0, 0), metricContext())).toMatchObject({
      value: null,
      missing: 'No deployment to production succeeded in this period.',
      previousMissing: 'No deployment to production succeeded in the period before.',
    })
  })

  it('says how many deployments have no pull request', () => {
    expect(coverage.compute(counts(3, 4), metricContext())).toMatchObject({
      value: 0.75,
      linked: 3,
      of: 4,
      provenance: { sampleSize: 4, adjusted: [{ count: 1, why: 'has no pull request' }] },
    })
  })
})
