import { formatDuration, formatExact, plural } from '@/lib/core/format'
import type { Read } from '@/lib/db/reading'
import { loadShipped } from '@/lib/deployments/load-shipped'
import { Prisma } from '@/lib/generated/prisma/client'
import { type Content, maxListed } from '../content'
import { shippedData, shippedList } from './contents'
import {
  type DeploymentRow,
  deploymentColumns,
  deploymentData,
  deploymentFacts,
  deploymentUrl,
  isLinked,
  nameOf,
  organizationData,
} from './deployment-row'
import type { Occurrence, Place } from './occurrence'

type Row = DeploymentRow & { openedAt: Date; openedById: number; failures: number }

/** So many of the latest failures of 30 days are looked at; services that fail for longer recover unnoticed. */
const maxFailures = 2_000
const maxFound = 200

const ended = Prisma.sql`
  d.production AND d.voided_at IS NULL AND d.completed_at IS NOT NULL
  AND d.status IN ('success', 'failure', 'cancelled', 'rolled_back')`

/**
 * Successes after `since` with which a service recovered in an environment: an incident opens at the first failure
 * after a success and closes at the next success, as for failed deployment recovery time.
 */
export async function findRecoveries(read: Read, place: Place, since: Date): Promise<Occurrence[]> {
  const { organizationId, rolledBackFails } = place
  const failed = rolledBackFails ? Prisma.sql`d.status IN ('failure', 'rolled_back')` : Prisma.sql`d.status = 'failure'`
  /** Of the service environment `of`, in the order of `order`; an index finds each branch. */
  const first = (of: Prisma.Sql, condition: Prisma.Sql, order: Prisma.Sql) => {
    const branch = (service: Prisma.Sql) => Prisma.sql`
      (SELECT d.* FROM deployments d
       WHERE d.organization_id = ${organizationId} AND ${ended} AND ${service}
         AND d.environment_key = ${of}.environment_key AND ${condition}
       ORDER BY ${order} LIMIT 1)`
    return Prisma.sql`
      ${branch(Prisma.sql`d.service_key = ${of}.service_key`)} UNION ALL
      ${branch(Prisma.sql`${of}.service_key IS NULL AND d.service_key IS NULL`)}`
  }
  const failuresOf = (service: Prisma.Sql) => Prisma.sql`
    (SELECT d.id, d.completed_at FROM deployments d
     WHERE d.organization_id = ${organizationId} AND ${ended} AND ${failed} AND ${service}
       AND d.environment_key = d0.environment_key AND (d.completed_at, d.id) < (d0.completed_at, d0.id)
       AND (before.id IS NULL OR (d.completed_at, d.id) > (before.completed_at, before.id)))`
  const f = Prisma.raw('f')
  const d0 = Prisma.raw('d0')
  const oldest = Prisma.sql`d.completed_at, d.id`
  const newest = Prisma.sql`d.completed_at DESC, d.id DESC`
  const isSuccess = Prisma.sql`d.status = 'success'`
  const rows = await read<Row>(Prisma.sql`
    WITH failed AS MATERIALIZED (
      SELECT d.id, d.service_key, d.environment_key, d.completed_at FROM deployments d
      WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL
        AND d.status IN ('failure', 'rolled_back') AND ${failed} AND d.completed_at > now() - interval '30 days'
      ORDER BY d.completed_at DESC LIMIT ${maxFailures}
    ), looked_at AS (
      (SELECT DISTINCT ON (service_key, environment_key) * FROM failed
       ORDER BY service_key, environment_key, completed_at DESC, id DESC)
      UNION SELECT * FROM failed WHERE completed_at > ${since}::timestamptz
    ), closed AS (
      SELECT DISTINCT ON (next.id) next.* FROM looked_at f CROSS JOIN LATERAL (
        ${first(f, Prisma.sql`(d.completed_at, d.id) > (f.completed_at, f.id) AND ${isSuccess}`, oldest)}) next
      WHERE next.completed_at > ${since}::timestamptz
      ORDER BY next.id LIMIT ${maxFound}
    )
    SELECT ${deploymentColumns}, incident.* FROM closed d
    CROSS JOIN LATERAL (SELECT d.id, d.service_key, d.environment_key, d.completed_at) d0
    LEFT JOIN LATERAL (
      ${first(d0, Prisma.sql`(d.completed_at, d.id) < (d0.completed_at, d0.id) AND ${isSuccess}`, newest)}) before ON true
    CROSS JOIN LATERAL (
      SELECT (array_agg(completed_at ORDER BY completed_at, id))[1] AS "openedAt",
        (array_agg(id ORDER BY completed_at, id))[1]::float8 AS "openedById", count(*)::int AS failures
      FROM (${failuresOf(Prisma.sql`d.service_key = d0.service_key`)} UNION ALL
        ${failuresOf(Prisma.sql`d0.service_key IS NULL AND d.service_key IS NULL`)}) failures
    ) incident
    WHERE incident."openedAt" IS NOT NULL AND ${isLinked(organizationId)}`)
  return rows.map((row) => ({
    topic: 'recovered',
    type: 'deployment.recovered',
    key: `recovered:${row.id}`,
    at: row.completedAt,
    service: row.serviceKey,
    describe: () => describe(place, row),
  }))
}

async function describe(place: Place, row: Row): Promise<Content> {
  const shipped = await loadShipped(place.organizationId, row.id, maxListed)
  const seconds = (row.completedAt.getTime() - row.openedAt.getTime()) / 1000
  const at = (instant: Date) => `${formatExact(instant, place.timeZone)} (${place.timeZone})`
  return {
    at: row.completedAt,
    data: {
      organization: organizationData(place),
      deployment: deploymentData(place, row),
      incident: { openedAt: row.openedAt.toISOString(), failures: row.failures, recoverySeconds: Math.round(seconds) },
      ...shippedData(place, shipped),
    },
    message: {
      title: `${nameOf(row)} recovered in production after ${formatDuration(seconds)}`,
      summary: null,
      facts: [
        { label: 'Failing since', value: at(row.openedAt) },
        { label: 'Failed', value: plural(row.failures, 'deployment') },
        { label: 'Recovered', value: at(row.completedAt) },
        ...deploymentFacts(row),
      ],
      list: shippedList(place, 'What it shipped', shipped),
      link: { text: 'Open deployment', url: deploymentUrl(place, row) },
    },
  }
}
