import { describe, expect, it } from 'vitest'
import { deliveriesOf, deployment, incidentSamples, metricContext } from '@/lib/testing/metric-samples'
import { serviceHealth } from './service-health'

const none = incidentSamples()

describe('service health', () => {
  it('has no services without deployments', () => {
    expect(
      serviceHealth({ deployments: none, deliveries: deliveriesOf([]), teams: new Map() }, metricContext()),
    ).toEqual([])
  })

  it('tells no frequency before a day has passed', () => {
    const deployments = incidentSamples({ current: [deployment(1, 'success', '2026-03-02 00:02')] })
    const context = metricContext({ timeZone: 'UTC', dataFrom: '2026-03-02 00:02', now: '2026-03-02 00:05' })
    const [service] = serviceHealth({ deployments, deliveries: deliveriesOf([]), teams: new Map() }, context)
    expect(service).toMatchObject({
      deployments: 1,
      perDay: null,
      levels: { deploymentFrequency: { level: null, noLevel: null } },
    })
  })

  it('keeps services that went quiet or have an open incident, and tells nothing that is not known', () => {
    const deployments = incidentSamples({
      uncounted: [deployment(1, 'failure', '2026-02-01 10:00', { service: 'broken' })],
      previous: [deployment(2, 'success', '2026-02-20 10:00', { service: 'quiet' })],
      current: [deployment(3, 'cancelled', '2026-03-03 10:00', { service: null })],
    })
    const teams = new Map([['quiet', 'Payments']])
    const services = serviceHealth({ deployments, deliveries: deliveriesOf([]), teams }, metricContext())
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
})
