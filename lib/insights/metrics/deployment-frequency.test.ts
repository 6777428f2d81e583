import { describe, expect, it } from 'vitest'
import { maxListedServices } from '@/lib/core/listed'
import { current, deployment, metricContext } from '@/lib/testing/metric-samples'
import { deploymentFrequency } from './deployment-frequency'

describe('deployment frequency', () => {
  it('is a real 0 when nothing was deployed in the period, but something before it', () => {
    const frequency = deploymentFrequency.compute(current(), metricContext())
    expect(frequency).toMatchObject({ value: 0, level: null, previous: 0, missing: null, days: 14 })
    expect(frequency.change).toEqual({ difference: 0, ratio: null, word: 'same' })
    expect(frequency.perDay).toHaveLength(14)
  })

  it('is missing, not 0, when nothing was ever deployed', () => {
    const frequency = deploymentFrequency.compute(current(), metricContext({ dataFrom: null }))
    expect(frequency).toMatchObject({ value: null, level: null, previous: null, change: null, days: null })
    expect(frequency.missing).toBe('No production deployment has been recorded yet.')
    expect(frequency.previousMissing).toBe('No production deployment has been recorded yet.')
  })

  it('divides by the days from the first deployment on, and says so', () => {
    const samples = current(deployment(1, 'success', '2026-03-12 09:00'), deployment(2, 'success', '2026-03-13 09:00'))
    const frequency = deploymentFrequency.compute(samples, metricContext({ dataFrom: '2026-03-12 09:00' }))
    expect(frequency).toMatchObject({ value: 2 / 4, days: 4, previous: null })
    expect(frequency.provenance.adjusted).toEqual([
      { count: 10, why: 'days before the day of the first production deployment are not counted' },
    ])
  })

  it('divides by the part of today that has passed', () => {
    const samples = current(deployment(1, 'success', '2026-03-03 05:00'))
    const context = metricContext({ timeZone: 'UTC', lastDay: '2026-03-03', now: '2026-03-03 06:00' })
    expect(deploymentFrequency.compute(samples, context)).toMatchObject({ value: 1 / 1.25, days: 1.25 })
  })

  it('is missing in the first minutes of the first day, however much was deployed', () => {
    const samples = current(deployment(1, 'success', '2026-03-02 00:02'))
    const frequency = deploymentFrequency.compute(
      samples,
      metricContext({ timeZone: 'UTC', dataFrom: '2026-03-02 00:02', now: '2026-03-02 00:05' }),
    )
    expect(frequency).toMatchObject({ value: null, level: null, days: null, provenance: { sampleSize: 1 } })
    expect(frequency.missing).toBe('Less than a day has passed.')
    expect(frequency.outcomes.success).toBe(1)
  })

  it('is missing for a day that is not over, and compares nothing with it', () => {
    const today = { firstDay: '2026-03-02', lastDay: '2026-03-02', timeZone: 'UTC', now: '2026-03-02 12:00' }
    const tomorrow = { ...today, firstDay: '2026-03-03', lastDay: '2026-03-03' }
    expect(deploymentFrequency.compute(current(), metricContext(today))).toMatchObject({ value: null, previous: 0 })
    const { previous, previousMissing } = deploymentFrequency.compute(current(), metricContext(tomorrow))
    expect([previous, previousMissing]).toEqual([null, 'Less than a day has passed.'])
  })

  it('counts successes only, and says what became of the others', () => {
    const frequency = deploymentFrequency.compute(
      current(
        deployment(1, 'success', '2026-03-02 10:00'),
        deployment(2, 'failure', '2026-03-02 11:00'),
        deployment(3, 'rolled_back', '2026-03-02 12:00'),
        deployment(4, 'rolled_back', '2026-03-02 13:00'),
        deployment(5, 'cancelled', '2026-03-02 14:00'),
      ),
      metricContext({ settings: { rolledBackFails: false } }),
    )
    expect(frequency).toMatchObject({ value: 1 / 14 })
    expect(frequency.provenance).toEqual({
      sampleSize: 1,
      excluded: [
        { count: 1, why: 'failed' },
        { count: 2, why: 'were rolled back' },
        { count: 1, why: 'was cancelled and never went live' },
      ],
      adjusted: [],
    })
  })

  it.each([
    ['Europe/Berlin', 1],
    ['America/New_York', 0],
  ])('cuts days in %s', (timeZone, index) => {
    const samples = current(deployment(1, 'success', '2026-03-02 23:30'))
    const { perDay } = deploymentFrequency.compute(samples, metricContext({ timeZone }))
    expect(perDay.findIndex(({ success }) => success === 1)).toBe(index)
  })

  it.each([
    ['2026-03-29', ['2026-03-28 23:00', '2026-03-29 21:59'], ['2026-03-28 22:59', '2026-03-29 22:00']],
    ['2026-10-25', ['2026-10-24 22:00', '2026-10-25 22:59'], ['2026-10-24 21:59', '2026-10-25 23:00']],
  ])('gives %s, when clocks change, its own hours', (day, inside, outside) => {
    const samples = [...inside, ...outside].map((at, index) => deployment(index, 'success', at))
    const context = metricContext({ firstDay: day, lastDay: day, now: '2026-12-01 00:00' })
    expect(deploymentFrequency.compute(current(...samples), context).perDay[0]?.success).toBe(2)
  })

  it('puts the service with the most successes first, names in order, and what has none last', () => {
    const samples = [
      deployment(1, 'success', '2026-03-02 10:00', { service: null }),
      deployment(2, 'success', '2026-03-02 10:00', { service: 'web' }),
      deployment(3, 'success', '2026-03-02 10:00', { service: 'api' }),
      deployment(4, 'success', '2026-03-02 10:00', { service: 'db' }),
      deployment(5, 'success', '2026-03-02 10:00', { service: 'db' }),
      deployment(6, 'failure', '2026-03-02 10:00', { service: 'jobs' }),
    ]
    const { byService } = deploymentFrequency.compute(current(...samples), metricContext())
    expect(byService.map(({ service }) => service)).toEqual(['db', 'api', 'web', null, 'jobs'])
  })

  it('counts all services, and lists those with the most successes', () => {
    const samples = Array.from({ length: maxListedServices + 10 }, (_, index) =>
      deployment(index, 'success', '2026-03-02 10:00', { service: `service-${index}` }),
    )
    const busy = deployment(9_000, 'success', '2026-03-02 11:00', { service: 'service-505' })
    const frequency = deploymentFrequency.compute(current(...samples, busy), metricContext())
    const total = maxListedServices + 11
    expect(frequency).toMatchObject({ outcomes: { success: total }, servicesLeftOut: 10 })
    expect(frequency.perPart.reduce((sum, { success }) => sum + success, 0)).toBe(total)
    expect(frequency.byService).toHaveLength(maxListedServices)
    expect(frequency.byService[0]).toMatchObject({ service: 'service-505', outcomes: { success: 2 } })
  })
})
