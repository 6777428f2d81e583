import { describe, expect, it } from 'vitest'
import { changeFailureRate } from '@/lib/metrics/change-failure-rate'
import { deploymentFrequency } from '@/lib/metrics/deployment-frequency'
import { reworkRate } from '@/lib/metrics/rework-rate'
import type { MetricSettings } from '@/lib/metrics/settings'
import { deployment, incidentSamples, metricContext } from '@/lib/testing/metric-samples'
import { calculationOf } from './calculations'

const current = [
  deployment(1, 'success', '2026-03-02 10:00'),
  deployment(2, 'failure', '2026-03-03 10:00'),
  deployment(3, 'success', '2026-03-04 10:00'),
  deployment(4, 'rolled_back', '2026-03-05 10:00'),
  deployment(5, 'cancelled', '2026-03-06 10:00'),
]

function reportOf(rows: typeof current, chosen: Partial<MetricSettings> = {}) {
  const context = metricContext({ settings: chosen })
  const samples = incidentSamples({ current: rows })
  return {
    settings: context.settings,
    deploymentFrequency: deploymentFrequency(samples, context),
    changeFailureRate: changeFailureRate(samples, context),
    reworkRate: reworkRate(samples, context),
    throughput: null,
  }
}

describe('the calculation of a number of a report', () => {
  it('names the rows that the report counted', () => {
    const report = reportOf(current)
    expect(calculationOf('deployment-frequency', report)).toContain('2 successful deployments ÷ 14 days = 0.143 a day')
    expect(calculationOf('change-failure-rate', report)).toBe('1 failed + 1 rolled back of 4 deployments = 50%')
    expect(calculationOf('rework-rate', report)).toBe('1 closed an incident of 2 successful deployments = 50%')
  })

  it('has no part for what was rolled back where that is not failed', () => {
    const report = reportOf(current, { rolledBackFails: false })
    expect(calculationOf('change-failure-rate', report)).toBe('1 failed of 4 deployments = 25%')
  })

  it('is missing without a number, and for those that take every row', () => {
    const report = reportOf([])
    expect(calculationOf('change-failure-rate', report)).toBeNull()
    expect(calculationOf('rework-rate', report)).toBeNull()
    expect(calculationOf('throughput', report)).toBeNull()
    expect(calculationOf('lead-time', reportOf(current))).toBeNull()
  })
})
