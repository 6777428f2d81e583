import { expect, it } from 'vitest'
import { runAtOnce } from '@/lib/core/steps'
import { db } from '@/lib/db/db'
import { findIncident } from '@/lib/deployments/incidents/find'
import { terminalStatuses } from '@/lib/deployments/schema'
import { findIncidents } from '@/lib/insights/metrics/incidents'
import type { DeploymentSample } from '@/lib/insights/metrics/samples'
import { deploymentsOf } from '@/lib/testing/deployments-of'
import { createTenant } from '@/lib/testing/factories'
import { storeRandomHistory } from '@/lib/testing/random-history'

it.each([true, false])(
  'the incident of a deployment is that of recovery time; rolled back fails: %s',
  async (fails) => {
    const { organization: created } = await createTenant()
    const organization = await db().prisma.organization.update({
      where: { id: created.id },
      data: { rolledBackFails: fails },
    })
    await storeRandomHistory((await createTenant()).organization.id, 'others', new Date('2026-03-01T00:00:00Z'), 10)
    await storeRandomHistory(organization.id, 'incidents', new Date('2026-03-01T00:00:00Z'), 20)
    const rows = await db().prisma.deployment.findMany({ where: { organizationId: organization.id } })
    const deployments = rows.map((row) => ({ ...row, id: Number(row.id) }))
    const samples = deployments.flatMap((row): DeploymentSample[] => {
      const { id, status, completedAt, production, voidedAt, serviceKey, environmentKey } = row
      if (!production || voidedAt !== null || completedAt === null || !terminalStatuses.includes(status)) return []
      const ended = status as DeploymentSample['status']
      return [
        {
          id,
          status: ended,
          completedAt: completedAt.getTime(),
          service: serviceKey,
          environment: environmentKey ?? '',
        },
      ]
    })
    const incidents = runAtOnce(findIncidents([deploymentsOf(samples)], fails))
    const statusOf = new Map(samples.map(({ id, status }) => [id, status]))
    const seen = new Set<number>()
    for (const deployment of deployments) {
      const found = await findIncident(organization, deployment)
      const expected = incidents.find(({ openedById }) => openedById === found?.failures[0]?.id)
      if (found === null) {
        const takesPart = incidents.some(
          ({ openedById, closedById }) => openedById === deployment.id || closedById === deployment.id,
        )
        expect([deployment.id, takesPart]).toEqual([deployment.id, false])
        continue
      }
      seen.add(found.failures[0]?.id ?? 0)
      const own = [...found.failures, ...(found.closedBy ? [found.closedBy] : [])].map(({ id }) => id)
      expect(found.total > found.failures.length || own.includes(deployment.id)).toBe(true)
      expect([found.total, found.closedBy?.id ?? null]).toEqual([expected?.failures, expected?.closedById])
      expect(found.failures.every(({ id }) => statusOf.get(id) !== 'success')).toBe(true)
    }
    expect(incidents.length).toBeGreaterThan(5)
    expect(seen.size).toBe(incidents.length)
  },
)
