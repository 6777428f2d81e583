import { firstCharacters } from '@/lib/core/format'
import { compareNames } from '@/lib/core/listed'
import { findOutsideIncidents } from '@/lib/deployments/incidents/outside/list'
import { findAnnotations } from '@/lib/insights/annotations'
import type { Annotation } from '@/lib/insights/charts/annotation'
import { dayOf } from '@/lib/time/days'
import { endOf, type Period } from '@/lib/time/period'
import type { MetricFilters } from './filters'

const maxIncidents = 50

/**
 * What marks the days of a period: annotations, and incidents that were recorded, as annotations with ids below 0. Of a
 * team or repository there are no recorded incidents.
 */
export async function findMarked(
  organizationId: number,
  filters: MetricFilters,
  period: Period,
): Promise<Annotation[]> {
  const annotations = await findAnnotations(organizationId, filters)
  const { service, environment, team, repository } = filters
  if (team !== null || repository !== null) return annotations
  const during = { from: period.from, to: endOf(period), service, environment }
  const incidents = await findOutsideIncidents(organizationId, during, maxIncidents)
  return [
    ...annotations,
    ...incidents.map((incident) => ({
      id: -incident.id,
      kind: 'incident' as const,
      title: incident.title,
      firstDay: dayOf(incident.openedAt, period.timeZone),
      lastDay: dayOf(incident.resolvedAt ?? period.now, period.timeZone),
      service: incident.service && firstCharacters(incident.service),
      team: null,
    })),
  ].sort((a, b) => compareNames(a.firstDay, b.firstDay))
}
