import { describe, expect, it } from 'vitest'
import { maxListedServices } from '@/lib/core/listed'
import type { Steps } from '@/lib/core/steps'
import { delivery, deployment, metricContext, metricSamples } from '@/lib/testing/metric-samples'
import { changeFailureRate } from './change-failure-rate'
import { deploymentFrequency } from './deployment-frequency'
import { leadTime } from './lead-time'
import { recoveryTime } from './recovery-time'
import { reworkRate } from './rework-rate'
import type { DeploymentSample, MetricSamples } from './samples'
import { serviceHealth, serviceHealthInSteps } from './service-health'

const services = 20_000
const context = metricContext()
const nameOf = (place: number) => `service-${(place * 7_919) % services}`

/** Each service fails before the period and in it, succeeds in between and delivers a pull request. */
function samplesOf(count: number): MetricSamples {
  const each = Array.from({ length: count }, (_, place) => ({ place, service: nameOf(place) }))
  const events = (statuses: readonly DeploymentSample['status'][], day: string, firstId: number) =>
    statuses.flatMap((status, hour) =>
      each.map(({ place, service }) =>
        deployment(firstId + hour * count + place, status, `${day} 0${hour}:00`, { service }),
      ),
    )
  return metricSamples({
    current: {
      deployments: events(['failure', 'success', 'failure'], '2026-03-10', 10 * count),
      deliveries: each.map(({ place, service }) =>
        delivery(place, '2026-03-09 01:00', '2026-03-10 01:00', { service }),
      ),
    },
    previous: { deployments: events(['success', 'failure'], '2026-02-25', 1) },
  })
}

function countSteps(work: Steps<unknown>): number {
  let steps = 1
  while (!work.next().done) steps += 1
  return steps
}

const samples = samplesOf(services)
/** Steps are made of names: the columns of all samples are read in one. */
const maxNamesPerStep = 2_000

describe('of very many services', () => {
  it.each([deploymentFrequency, recoveryTime, reworkRate, leadTime])('$title is computed in steps', (metric) => {
    const fresh = { ...samples }
    expect(countSteps(metric.computeInSteps(fresh, context))).toBeGreaterThan(services / maxNamesPerStep)
  })

  it.each([recoveryTime, reworkRate])('the rows of $title are made in steps', ({ rows }) => {
    expect(countSteps(rows.ofInSteps({ ...samples }, context))).toBeGreaterThan(services / maxNamesPerStep)
  })

  it('their health is computed in steps', () => {
    expect(countSteps(serviceHealthInSteps({ ...samples }, context))).toBeGreaterThan((4 * services) / maxNamesPerStep)
  })

  it('the first are listed, by name where they have as many, and all count', () => {
    const first = Array.from({ length: services }, (_, place) => nameOf(place))
      .toSorted()
      .slice(0, maxListedServices)
    const frequency = deploymentFrequency.compute(samples, context)
    expect(frequency).toMatchObject({
      outcomes: { success: services, failure: 2 * services },
      servicesLeftOut: services - maxListedServices,
    })
    const failures = changeFailureRate.compute(samples, context)
    expect(failures.overall).toEqual({ failed: 2 * services, of: 3 * services, rate: 2 / 3 })
    const recovery = recoveryTime.compute(samples, context)
    expect([recovery.closed.length, recovery.open.length]).toEqual([services, services])
    expect(reworkRate.compute(samples, context).rework).toBe(services)
    const lead = leadTime.compute(samples, context)
    expect(lead.distribution).toMatchObject({ count: services, p50: 86_400 })
    const health = serviceHealth(samples, context)
    expect(health.leftOut).toBe(services - maxListedServices)
    expect(health.listed[0]).toMatchObject({
      deployments: 3,
      deliveries: 1,
      leadTimeP50Seconds: 86_400,
      openIncidents: 1,
      reworkRate: 1,
    })
    for (const listed of [frequency.byService, lead.byService, health.listed]) {
      expect(listed.map(({ service }) => service)).toEqual(first)
    }
  })
})
