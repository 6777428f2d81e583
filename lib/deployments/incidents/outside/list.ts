import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import type { Prisma } from '@/lib/generated/prisma/client'
import { unknownIncident } from './tie'

const shown = {
  id: true,
  externalId: true,
  title: true,
  description: true,
  url: true,
  service: true,
  environment: true,
  openedAt: true,
  resolvedAt: true,
  deployment: { select: { id: true, externalId: true, status: true } },
} satisfies Prisma.OutsideIncidentSelect

type Row = Prisma.OutsideIncidentGetPayload<{ select: typeof shown }>

/** An incident that a tool or a person recorded, with the deployment that it is tied to. */
export type OutsideIncident = Omit<Row, 'deployment'> & {
  deployment: { id: number; deploymentId: string; status: NonNullable<Row['deployment']>['status'] } | null
}

type During = { from: Date; to: Date; service: string | null; environment: string | null }

/** Those that were open at some time from `from` to before `to`, the latest first, `max` at most. */
export async function findOutsideIncidents(
  organizationId: number,
  { from, to, service, environment }: During,
  max: number,
): Promise<OutsideIncident[]> {
  const rows = await db().prisma.outsideIncident.findMany({
    where: {
      organizationId,
      openedAt: { lt: to },
      OR: [{ resolvedAt: null }, { resolvedAt: { gte: from } }],
      ...(service !== null && { serviceKey: serviceKeyOf(service) }),
      ...(environment !== null && { environmentKey: serviceKeyOf(environment) }),
    },
    orderBy: [{ openedAt: 'desc' }, { id: 'desc' }],
    take: max,
    select: shown,
  })
  return rows.map(incidentOf)
}

/** The latest recorded incidents, those still open first, and how many there are. */
export async function listOutsideIncidents(organizationId: number, max: number) {
  const { outsideIncident } = db().prisma
  const [rows, total] = await Promise.all([
    outsideIncident.findMany({
      where: { organizationId },
      orderBy: [{ resolvedAt: { sort: 'desc', nulls: 'first' } }, { openedAt: 'desc' }, { id: 'desc' }],
      take: max,
      select: shown,
    }),
    outsideIncident.count({ where: { organizationId } }),
  ])
  return { incidents: rows.map(incidentOf), total }
}

/** Those that are tied to one of some deployments. */
export async function listTiedIncidents(organizationId: number, deploymentIds: readonly number[]) {
  const rows = await db().prisma.outsideIncident.findMany({
    where: { organizationId, deploymentId: { in: [...deploymentIds] } },
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
    take: 20,
    select: shown,
  })
  return rows.map(incidentOf)
}

/** One recorded incident. Throws `not_found`. */
export async function getOutsideIncident(organizationId: number, id: number): Promise<OutsideIncident> {
  const isId = Number.isInteger(id) && id > 0 && id <= 2_147_483_647
  const row = isId
    ? await db().prisma.outsideIncident.findFirst({ where: { id, organizationId }, select: shown })
    : null
  if (!row) throw unknownIncident()
  return incidentOf(row)
}

function incidentOf({ deployment, ...row }: Row): OutsideIncident {
  const tied = deployment && {
    id: Number(deployment.id),
    deploymentId: deployment.externalId,
    status: deployment.status,
  }
  return { ...row, deployment: tied }
}
