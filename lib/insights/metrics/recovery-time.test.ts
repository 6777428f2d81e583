import { describe, expect, it } from 'vitest'
import { deployment, incidentSamples, metricContext, metricSamples } from '@/lib/testing/metric-samples'
import { recoveryTime } from './recovery-time'
import { reworkRate } from './rework-rate'

const none = incidentSamples()

describe('recovery time', () => {
  it('is missing without incidents', () => {
    const recovery = recoveryTime.compute(none, metricContext())
    expect(recovery).toMatchObject({ value: null, level: null, previous: null, closed: [], open: [] })
    expect(recovery.missing).toBe('No incident was closed in this period.')
    expect(recovery.previousMissing).toBe('No incident was closed in the period before.')
    expect(recovery.perPart).toEqual([null, null])
  })

  it('counts an incident in the period that closed it, wherever it opened', () => {
    const samples = incidentSamples({
      uncounted: [deployment(1, 'failure', '2026-02-10 10:00')],
      previous: [deployment(2, 'success', '2026-02-20 10:00'), deployment(3, 'failure', '2026-03-01 10:00')],
      current: [deployment(4, 'success', '2026-03-02 10:00')],
    })
    const recovery = recoveryTime.compute(samples, metricContext())
    expect(recovery).toMatchObject({ value: 86_400, previous: 10 * 86_400, change: { word: 'within noise' } })
    expect(recovery.closed.map(({ openedById }) => openedById)).toEqual([3])
    expect(reworkRate.compute(samples, metricContext())).toMatchObject({ value: 1, previous: 1 })
  })

  it('does not average what is open, but lists it, the oldest first', () => {
    const samples = incidentSamples({
      uncounted: [deployment(1, 'failure', '2026-02-10 10:00', { service: 'old' })],
      current: [
        deployment(2, 'failure', '2026-03-03 10:00'),
        deployment(3, 'failure', '2026-03-03 11:00', { service: 'web' }),
        deployment(4, 'success', '2026-03-03 12:00', { service: 'web' }),
      ],
    })
    const recovery = recoveryTime.compute(samples, metricContext())
    expect(recovery).toMatchObject({ value: 3600, level: null, noLevel: 'No level: 1 of 5 incidents needed' })
    expect(recovery.open.map(({ openedById }) => openedById)).toEqual([1, 2])
    expect(recovery.provenance).toEqual({
      sampleSize: 1,
      excluded: [{ count: 2, why: 'incidents were open when the period ended' }],
      adjusted: [],
    })
    expect(recoveryTime.compute(samples, metricContext({ now: '2026-03-10 10:00' })).provenance.excluded).toEqual([
      { count: 2, why: 'incidents are still open' },
    ])
  })

  it('leaves out what was closed between two periods, and counts from when it opened what was open then', () => {
    const samples = metricSamples({
      previous: {
        deployments: [
          deployment(1, 'failure', '2026-01-20 10:00'),
          deployment(2, 'failure', '2026-01-21 10:00', { service: 'web' }),
        ],
      },
      // The first was closed in between, and another opened.
      between: [
        deployment(2, 'failure', '2026-01-21 10:00', { service: 'web' }),
        deployment(3, 'failure', '2026-02-20 10:00'),
      ],
      current: {
        deployments: [
          deployment(4, 'success', '2026-03-02 10:00'),
          deployment(5, 'success', '2026-03-03 10:00', { service: 'web' }),
        ],
      },
    })
    const context = {
      ...metricContext(),
      previousPeriod: metricContext({ firstDay: '2026-01-19', lastDay: '2026-02-01' }).period,
    }
    const recovery = recoveryTime.compute(samples, context)
    expect(recovery.closed.map(({ openedById, closedById }) => [openedById, closedById])).toEqual([
      [2, 5],
      [3, 4],
    ])
    expect(recovery).toMatchObject({ previous: null, open: [] })
    expect(reworkRate.compute(samples, context)).toMatchObject({ value: 1, rework: 2 })
  })

  it('takes what another repository closed as over, and counts it there alone', () => {
    const samples = incidentSamples({
      uncounted: [
        deployment(2, 'success', '2026-03-03 11:00'),
        deployment(4, 'rolled_back', '2026-03-04 10:00'),
        deployment(5, 'rolled_back', '2026-03-04 11:00'),
      ],
      current: [
        deployment(1, 'failure', '2026-03-03 10:00'),
        deployment(3, 'success', '2026-03-03 12:00'),
        deployment(6, 'success', '2026-03-04 12:00'),
        deployment(7, 'failure', '2026-03-05 10:00'),
      ],
    })
    const { value, closed, open } = recoveryTime.compute(samples, metricContext())
    expect(value).toBe(7200)
    expect(closed).toMatchObject([{ openedById: 4, failures: 2, closedById: 6 }])
    expect(open).toMatchObject([{ openedById: 7 }])
    expect(reworkRate.compute(samples, metricContext())).toMatchObject({ rework: 1, of: 2 })
  })

  it('puts an incident into the week of its end', () => {
    const samples = incidentSamples({
      current: [deployment(1, 'failure', '2026-03-08 22:00'), deployment(2, 'success', '2026-03-08 23:00')],
    })
    expect(recoveryTime.compute(samples, metricContext()).perPart.map((week) => week?.count)).toEqual([undefined, 1])
    expect(
      recoveryTime.compute(samples, metricContext({ timeZone: 'UTC' })).perPart.map((week) => week?.count),
    ).toEqual([1, undefined])
  })
})

describe('rework rate', () => {
  it('is missing without a success, and 0 when none closed an incident', () => {
    const failed = incidentSamples({ current: [deployment(1, 'failure', '2026-03-02 10:00')] })
    expect(reworkRate.compute(failed, metricContext())).toMatchObject({
      value: null,
      missing: 'No deployment to production succeeded in this period.',
      rework: 0,
      of: 0,
    })
    const calm = incidentSamples({ current: [deployment(1, 'success', '2026-03-02 10:00')] })
    expect(reworkRate.compute(calm, metricContext())).toMatchObject({ value: 0, level: null, rework: 0, of: 1 })
    expect(reworkRate.compute(calm, metricContext()).perPart).toEqual([
      { rework: 0, of: 1, rate: 0 },
      { rework: 0, of: 0, rate: null },
    ])
  })
})
