import type { Read } from '@/lib/db/reading'
import { Prisma } from '@/lib/generated/prisma/client'
import type { Outcome } from '../case'

/** A production deployment as it was when it began, and how it ended. */
export type StoredDeployment = {
  id: number
  /** Spelled as the deployment spells it. */
  service: string | null
  serviceKey: string
  environmentKey: string
  commitSha: string
  startedAt: number
  outcome: Outcome | null
}

type Row = Omit<StoredDeployment, 'outcome' | 'startedAt'> & {
  startedAt: Date
  endedAt: Date | null
  failedAt: Date | null
}

type Chosen = {
  /** Those that began before it. */
  before: Date
  /** The latest so many. */
  count: number
  /** Of one service; blank for deployments that name none. */
  serviceKey?: string
  id?: number
  /** Those that began then or later, and have no score. */
  unscoredFrom?: Date
}

/** None that is older is looked at. */
const maxDays = 365

/**
 * The latest production deployments, void ones aside, in the order in which they began. What one was is what its first
 * event said: a later one, such as that of a roll-back, may name another commit and start. One that was a success first
 * was known to be one until it failed.
 */
export async function loadDeployments(
  read: Read,
  organizationId: number,
  { before, count, serviceKey, id, unscoredFrom }: Chosen,
): Promise<StoredDeployment[]> {
  const conditions = [
    ...(id === undefined ? [] : [Prisma.sql`AND d.id = ${id}`]),
    ...(unscoredFrom === undefined ? [] : [isUnscored(organizationId, unscoredFrom)]),
  ]
  const latest = (restriction: Prisma.Sql) => Prisma.sql`
    SELECT * FROM deployments d
    WHERE d.organization_id = ${organizationId} AND d.production AND d.voided_at IS NULL
      AND d.started_at > ${before}::timestamptz - ${maxDays} * interval '1 day' AND d.started_at < ${before}
      ${restriction}
    ORDER BY d.started_at DESC, d.id DESC LIMIT ${count}`
  const rows = await read<Row>(Prisma.sql`
    SELECT d.id::float8 AS id, d.service, coalesce(d.service_key, '') AS "serviceKey",
      d.environment_key AS "environmentKey", coalesce(first.commit_sha, d.commit_sha) AS "commitSha",
      least(first.started_at, d.started_at) AS "startedAt",
      CASE WHEN d.status IN ('success', 'failure', 'rolled_back') THEN coalesce(success.at, d.completed_at) END AS "endedAt",
      CASE WHEN d.status = 'failure' OR d.status = 'rolled_back' AND o.rolled_back_fails THEN d.completed_at END AS "failedAt"
    FROM (${
      serviceKey === undefined
        ? latest(conditions.length > 0 ? Prisma.join(conditions, ' ') : Prisma.empty)
        : latestOfService(latest, serviceKey, count)
    }) d
    JOIN organizations o ON o.id = ${organizationId}
    LEFT JOIN LATERAL (
      SELECT e.commit_sha, e.started_at FROM deployment_events e
      WHERE e.organization_id = ${organizationId} AND e.deployment_id = d.id ORDER BY e.instant, e.progress, e.id LIMIT 1
    ) first ON true
    LEFT JOIN LATERAL (
      SELECT min(e.completed_at) AS at FROM deployment_events e
      WHERE d.status IN ('failure', 'rolled_back') AND e.organization_id = ${organizationId}
        AND e.deployment_id = d.id AND e.status = 'success' AND e.completed_at < d.completed_at
    ) success ON true
    ORDER BY "startedAt", id`)
  return rows.map(({ startedAt, endedAt, failedAt, ...row }) => ({
    ...row,
    startedAt: startedAt.getTime(),
    outcome: endedAt && { endedAt: endedAt.getTime(), failedAt: failedAt?.getTime() ?? null },
  }))
}

/**
 * Those that ended and those that run are found by an index each: a service that deploys little is behind many others.
 */
function latestOfService(latest: (restriction: Prisma.Sql) => Prisma.Sql, key: string, count: number): Prisma.Sql {
  const isOfService = key === '' ? Prisma.sql`d.service_key IS NULL` : Prisma.sql`d.service_key = ${key}`
  const ended = Prisma.sql`d.status IN ('success', 'failure', 'cancelled', 'rolled_back') AND d.completed_at IS NOT NULL`
  const running = Prisma.sql`d.status IN ('pending', 'in_progress')`
  const arms = [ended, running].map((state) => Prisma.sql`(${latest(Prisma.sql`AND ${isOfService} AND ${state}`)})`)
  return Prisma.sql`
    SELECT * FROM (${Prisma.join(arms, ' UNION ALL ')}) d ORDER BY d.started_at DESC, d.id DESC LIMIT ${count}`
}

function isUnscored(organizationId: number, from: Date): Prisma.Sql {
  return Prisma.sql`AND d.started_at >= ${from} AND NOT EXISTS (
    SELECT FROM risk_scores s WHERE s.organization_id = ${organizationId} AND s.deployment_id = d.id)`
}
