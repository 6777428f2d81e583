import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { deploymentsOf } from '@/lib/testing/deployments-of'
import { findIncidents } from './incidents'
import type { DeploymentSample } from './samples'

const deployments: fc.Arbitrary<DeploymentSample[]> = fc
  .array(
    fc.record({
      service: fc.option(fc.constantFrom('api', 'web')),
      environment: fc.constantFrom('production', 'production-eu'),
      status: fc.constantFrom('success' as const, 'failure' as const, 'cancelled' as const, 'rolled_back' as const),
      completedAt: fc.nat(50),
    }),
  )
  .map((rows) => rows.map((row, id) => ({ ...row, id })))

it('partitions failures into incidents, each of them closed or open, and at most one open in a service environment', () => {
  fc.assert(
    fc.property(deployments, fc.boolean(), (rows, rolledBackFails) => {
      const incidents = runAtOnce(findIncidents([deploymentsOf(rows)], rolledBackFails))
      const failures = rows.filter(
        ({ status: became }) => became === 'failure' || (rolledBackFails && became === 'rolled_back'),
      )
      expect(incidents.reduce((total, incident) => total + incident.failures, 0)).toBe(failures.length)
      const closers = incidents.flatMap(({ closedById }) => closedById ?? [])
      expect(new Set(closers).size).toBe(closers.length)
      for (const { closedAt, closedById, seconds, openedAt } of incidents) {
        expect(seconds).toBe(closedAt === null ? null : (closedAt - openedAt) / 1000)
        if (closedById !== null) expect(rows[closedById]?.status).toBe('success')
      }
      const open = incidents.filter(({ closedAt }) => closedAt === null)
      expect(new Set(open.map((incident) => `${incident.service} ${incident.environment}`)).size).toBe(open.length)
    }),
  )
})
