import { describe, expect, it } from 'vitest'
import { maxListedServices } from '@/lib/core/listed'
import { deployment, incidentSamples, metricContext } from '@/lib/testing/metric-samples'
import { serviceHealth } from './service-health'

describe('service health', () => {
  it('has no services without deployments', () => {
    expect(serviceHealth(incidentSamples(), metricContext())).toEqual({ listed: [], leftOut: 0 })
  })

  it('has no frequency before a day has passed', () => {
    const samples = incidentSamples({ current: [deployment(1, 'success', '2026-03-02 00:02')] })
    const context = metricContext({ timeZone: 'UTC', dataFrom: '2026-03-02 00:02', now: '2026-03-02 00:05' })
    const { listed } = serviceHealth(samples, context)
    const [service] = listed
    expect(service).toMatchObject({
      deployments: 1,
      perDay: null,
      levels: { deploymentFrequency: { level: null, noLevel: null } },
    })
  })

  it('keeps services that went quiet or have an open incident, and leaves out what is not known', () => {
    const samples = incidentSamples({
      uncounted: [deployment(1, 'failure', '2026-02-01 10:00', { service: 'broken' })],
      previous: [deployment(2, 'success', '2026-02-20 10:00', { service: 'quiet' })],
      current: [deployment(3, 'cancelled', '2026-03-03 10:00', { service: null })],
    })
    const teams = new Map([['quiet', 'Payments']])
    const { listed: services } = serviceHealth({ ...samples, teams }, metricContext())
    expect(services.map(({ service, team, openIncidents }) => [service, team, openIncidents])).toEqual([
      [null, null, 0],
      ['broken', null, 1],
      ['quiet', 'Payments', 0],
    ])
    expect(services[2]).toMatchObject({
      deployments: 0,
      perDay: 0,
      leadTimeP50Seconds: null,
      changeFailureRate: null,
      recoveryP50Seconds: null,
      reworkRate: null,
      lastDeployedAt: null,
      levels: {
        deploymentFrequency: { level: null, noLevel: 'No level: 0 of 10 successful deployments needed' },
        changeFailureRate: { level: null, noLevel: null },
      },
    })
  })

  it('lists those with the most deployments and says how many are left out', () => {
    const names = Array.from({ length: maxListedServices + 10 }, (_, index) => `service-${index}`)
    const rows = names.map((service, index) => deployment(index, 'success', '2026-03-03 10:00', { service }))
    const busy = deployment(9_000, 'failure', '2026-03-04 10:00', { service: 'service-505' })
    const samples = incidentSamples({ current: [...rows, busy] })
    const { listed, leftOut } = serviceHealth(samples, metricContext())
    expect([listed.length, leftOut]).toEqual([maxListedServices, 10])
    expect(listed[0]).toMatchObject({
      service: 'service-505',
      deployments: 2,
      changeFailureRate: 0.5,
      openIncidents: 1,
    })
    expect(listed.every(({ perPart }) => perPart.some(({ success }) => success === 1))).toBe(true)
  })
})
