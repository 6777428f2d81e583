import { describe, expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { deploymentsOf } from '@/lib/testing/deployments-of'
import { deployment, incidentSamples } from '@/lib/testing/metric-samples'
import { allIncidents, findIncidents, type Incident } from './incidents'
import { type DeploymentSample, endStatuses } from './samples'

const incidentsOf = (deployments: readonly DeploymentSample[], rolledBackFails: boolean) =>
  runAtOnce(findIncidents([deploymentsOf(deployments)], rolledBackFails))
const inShort = (incidents: readonly Incident[]) =>
  incidents.map(({ openedById, failures, closedById, seconds }) => [openedById, failures, closedById, seconds])

describe('incidents', () => {
  it('are none without failures', () => {
    expect(incidentsOf([], true)).toEqual([])
    expect(incidentsOf([deployment(1, 'success', '2026-03-02 10:00')], true)).toEqual([])
  })

  it('open at a failure and close at the next success', () => {
    const [incident] = incidentsOf(
      [deployment(1, 'failure', '2026-03-02 10:00'), deployment(2, 'success', '2026-03-02 11:00')],
      true,
    )
    expect(incident).toEqual({
      service: 'api',
      environment: 'production',
      openedAt: Date.UTC(2026, 2, 2, 10),
      openedById: 1,
      failures: 1,
      closedAt: Date.UTC(2026, 2, 2, 11),
      closedById: 2,
      seconds: 3600,
    })
  })

  it('take failures in a row as one, cancelled deployments between them or not', () => {
    const deployments = [
      deployment(1, 'failure', '2026-03-02 10:00'),
      deployment(2, 'cancelled', '2026-03-02 10:10'),
      deployment(3, 'rolled_back', '2026-03-02 10:20'),
      deployment(4, 'success', '2026-03-02 10:30'),
      deployment(5, 'success', '2026-03-02 10:40'),
      deployment(6, 'failure', '2026-03-02 10:50'),
    ]
    expect(inShort(incidentsOf(deployments, true))).toEqual([
      [1, 2, 4, 1800],
      [6, 1, null, null],
    ])
  })

  it('neither open nor close with a rolled-back deployment that does not fail', () => {
    const deployments = [
      deployment(1, 'rolled_back', '2026-03-02 10:00'),
      deployment(2, 'failure', '2026-03-02 11:00'),
      deployment(3, 'rolled_back', '2026-03-02 12:00'),
      deployment(4, 'success', '2026-03-02 13:00'),
    ]
    expect(inShort(incidentsOf(deployments, false))).toEqual([[2, 1, 4, 7200]])
  })

  it('belong to one service and one environment', () => {
    const deployments = [
      deployment(1, 'failure', '2026-03-02 10:00'),
      deployment(2, 'success', '2026-03-02 10:10', { service: 'web' }),
      deployment(3, 'success', '2026-03-02 10:20', { environment: 'production-eu' }),
      deployment(4, 'success', '2026-03-02 10:30', { service: null }),
      deployment(5, 'success', '2026-03-02 10:40'),
    ]
    expect(inShort(incidentsOf(deployments, true))).toEqual([[1, 1, 5, 2400]])
  })

  it('take deployments without a service as one service, whatever their repository', () => {
    const deployments = [
      deployment(1, 'failure', '2026-03-02 10:00', { service: null }),
      deployment(2, 'success', '2026-03-02 10:10', { service: null }),
    ]
    expect(inShort(incidentsOf(deployments, true))).toEqual([[1, 1, 2, 600]])
  })

  it('follow completion, and ids where two completed at once, however they are given', () => {
    const deployments = [
      deployment(2, 'success', '2026-03-02 10:00'),
      deployment(3, 'failure', '2026-03-02 10:00'),
      deployment(1, 'failure', '2026-03-02 10:00'),
    ]
    expect(inShort(incidentsOf(deployments, true))).toEqual([
      [1, 1, 2, 0],
      [3, 1, null, null],
    ])
  })
})

it('incidents of a service with very many deployments from two repositories are found in steps', () => {
  const [length, each] = [300_000, 1_000]
  // Those of one repository come after those of the other.
  const instants = Float64Array.from({ length }, (_, index) =>
    index < length / 2 ? 2 * index : 2 * index - length + 1,
  )
  const deployments = {
    length,
    serviceEnvironment: new Int32Array(length),
    serviceEnvironments: [{ service: 'api', environment: 'production' }],
    id: instants.map((instant) => instant + 1),
    completedAt: instants.map((instant) => instant * each),
    status: Float64Array.from(instants, (instant) => endStatuses.indexOf(instant % 2 === 0 ? 'failure' : 'success')),
  }
  const found = findIncidents([deployments], true)
  let steps = 0
  let last = found.next()
  for (; !last.done; last = found.next()) steps += 1
  expect(steps).toBeGreaterThan(500)
  expect(last.value).toHaveLength(length / 2)
  expect(last.value.every(({ openedById }, place) => openedById === 2 * place + 1)).toBe(true)
})

it('incidents of the same samples are found once', () => {
  const samples = incidentSamples({ current: [deployment(1, 'failure', '2026-03-02 10:00')] })
  const found = () => runAtOnce(allIncidents(samples, true))
  expect(found()).toHaveLength(1)
  expect(found()).toBe(found())
})
