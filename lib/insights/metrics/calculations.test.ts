import { describe, expect, it } from 'vitest'
import { deployment, incidentSamples, metricContext } from '@/lib/testing/metric-samples'
import { findMetric } from './registry'
import type { MetricSettings } from './settings'

const current = [
  deployment(1, 'success', '2026-03-02 10:00'),
  deployment(2, 'failure', '2026-03-03 10:00'),
  deployment(3, 'success', '2026-03-04 10:00'),
  deployment(4, 'rolled_back', '2026-03-05 10:00'),
  deployment(5, 'cancelled', '2026-03-06 10:00'),
]

function calculationOf(slug: string, rows: typeof current, chosen: Partial<MetricSettings> = {}) {
  const context = metricContext({ settings: chosen })
  const metric = findMetric(slug)
  return metric.calculation(metric.compute(incidentSamples({ current: rows }), context), context.settings, null)
}

describe('the calculation of a number of a report', () => {
  it('names the rows that the report counted', () => {
    expect(calculationOf('deployment-frequency', current)).toContain('2 successful deployments ÷ 14 days = 0.143 a day')
    expect(calculationOf('change-failure-rate', current)).toBe('1 failed + 1 rolled back of 4 deployments = 50%')
    expect(calculationOf('rework-rate', current)).toBe('1 closed an incident of 2 successful deployments = 50%')
  })

  it('has no part for what was rolled back where that is not failed', () => {
    expect(calculationOf('change-failure-rate', current, { rolledBackFails: false })).toBe(
      '1 failed of 4 deployments = 25%',
    )
  })

  it('is missing without a number, and for those that take every row', () => {
    expect(calculationOf('change-failure-rate', [])).toBeNull()
    expect(calculationOf('rework-rate', [])).toBeNull()
    expect(calculationOf('throughput', [])).toBeNull()
    expect(calculationOf('lead-time', current)).toBeNull()
  })
})
