import { describe, expect, it } from 'vitest'
import { metricContext, utc } from '@/lib/testing/metric-samples'
import { comparable, countedDays, deploymentDays } from './context'

const measure = () => ({ value: 3, missing: null })

describe('days that deployments are divided by', () => {
  it('are those of the period', () => {
    expect(deploymentDays(metricContext())).toEqual({ days: 14, skippedDays: 0, missing: null })
  })

  it('begin with the day of the first deployment, in the time zone of the period', () => {
    expect(deploymentDays(metricContext({ dataFrom: '2026-03-05 22:59' }))).toMatchObject({ days: 11, skippedDays: 3 })
    expect(deploymentDays(metricContext({ dataFrom: '2026-03-05 23:00' }))).toMatchObject({ days: 10, skippedDays: 4 })
  })

  it('count today in part', () => {
    const context = metricContext({ dataFrom: '2026-03-14 08:00', now: '2026-03-15 11:00' })
    expect(deploymentDays(context)).toEqual({ days: 1.5, skippedDays: 12, missing: null })
  })

  it('are none before a whole one of them has passed', () => {
    const days = (now: string) => deploymentDays(metricContext({ dataFrom: '2026-03-14 08:00', now }))
    expect(days('2026-03-14 22:59')).toEqual({ days: null, skippedDays: 12, missing: 'Less than a day has passed.' })
    expect(days('2026-03-14 23:00')).toEqual({ days: 1, skippedDays: 12, missing: null })
  })

  it('are none without any deployment ever', () => {
    const { days, missing } = deploymentDays(metricContext({ dataFrom: null }))
    expect([days, missing]).toEqual([null, 'No production deployment has been recorded yet.'])
  })

  it('are none before the period begins', () => {
    const { days, missing } = deploymentDays(metricContext({ now: '2026-03-01 22:59' }))
    expect([days, missing]).toEqual([null, 'This period has not begun.'])
  })

  it('are none when the first deployment came later', () => {
    const { days, missing } = deploymentDays(metricContext({ dataFrom: '2026-03-20 09:00' }))
    expect([days, missing]).toEqual([null, 'The first production deployment was on 20 Mar 2026, after this period.'])
  })
})

it('counts the days of a period from an instant on', () => {
  const { period } = metricContext()
  expect(countedDays(period, 0)).toBe(14)
  expect(countedDays(period, utc('2026-03-15 12:00'))).toBe(1)
  expect(countedDays(period, utc('2026-03-16 12:00'))).toBe(0)
})

describe('the period before', () => {
  it('compares when its first day has deployments behind it', () => {
    expect(comparable(metricContext({ dataFrom: '2026-02-16 22:59' }), measure)).toEqual({ value: 3, missing: null })
  })

  it('does not compare when it began before the day of the first deployment', () => {
    expect(comparable(metricContext({ dataFrom: '2026-02-16 23:00' }), measure)).toEqual({
      value: null,
      missing: 'Data begins on 17 Feb 2026.',
    })
  })

  it('does not compare without any deployment, or before it began', () => {
    expect(comparable(metricContext({ dataFrom: null }), measure).missing).toBe(
      'No production deployment has been recorded yet.',
    )
    expect(comparable(metricContext({ now: '2026-02-10 12:00' }), measure).missing).toBe(
      'The period before has not begun.',
    )
  })
})
