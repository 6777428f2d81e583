import { reading } from '@/lib/db/reading'
import { counts } from '@/lib/deployments/delivers'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { Prisma } from '@/lib/generated/prisma/client'

export type IncidentDeployment = {
  id: number
  /** As the CI system sent it. */
  deploymentId: string
  status: DeploymentStatus
  triggeredBy: string | null
  completedAt: Date
}

/** From the first failure of a service in an environment to its next success, as recovery time has it. */
export type DeploymentIncident = {
  /** The first ten of its failures, in the order in which they ended. */
  failures: IncidentDeployment[]
  /** How many there are, `maxCounted` at most. */
  total: number
  /** The success that ended it; null while it is open. */
  closedBy: IncidentDeployment | null
}

/** From the first failure to the success that ended it, or until now. */
export function incidentSeconds({ failures: [first], closedBy }: DeploymentIncident, now: Date): number {
  const opened = first?.completedAt ?? now
  return ((closedBy?.completedAt ?? now).getTime() - opened.getTime()) / 1000
}

const maxFailures = 10
const maxCounted = 10_000

type Deployment = {
  id: number
  status: DeploymentStatus
  production: boolean
  voidedAt: Date | null
  completedAt: Date | null
  serviceKey: string | null
  environmentKey: string | null
}

/**
 * The incident that a deployment opened, belongs to or ended; null where there is none. One index has every deployment of
 * the service and environment in the order of their ends: what is between two successes is read.
 */
export function findIncident(
  { id: organizationId, rolledBackFails }: { id: number; rolledBackFails: boolean },
  { id, status, production, voidedAt, completedAt, serviceKey, environmentKey }: Deployment,
): Promise<DeploymentIncident | null> {
  const failing = rolledBackFails ? ['failure', 'rolled_back'] : ['failure']
  const takesPart = status === 'success' || failing.includes(status)
  if (!production || voidedAt !== null || completedAt === null || !takesPart) return Promise.resolve(null)
  const service = serviceKey === null ? Prisma.sql`d.service_key IS NULL` : Prisma.sql`d.service_key = ${serviceKey}`
  const inOrder = Prisma.sql`d.completed_at, d.id`
  const latestFirst = Prisma.sql`d.completed_at DESC, d.id DESC`
  const find = (condition: Prisma.Sql, order: Prisma.Sql, limit: number) => Prisma.sql`
    SELECT d.id::float8, d.external_id AS "deploymentId", d.status, d.triggered_by AS "triggeredBy",
      d.completed_at AS "completedAt" FROM deployments d
    WHERE d.organization_id = ${organizationId} AND ${service} AND d.environment_key = ${environmentKey} AND ${counts}
      AND ${condition} ORDER BY ${order} LIMIT ${limit}`
  const after = ({ id: from, completedAt: at }: Position) =>
    Prisma.sql`(d.completed_at, d.id) > (${at}::timestamptz, ${from}::bigint)`
  const before = ({ id: from, completedAt: at }: Position) =>
    Prisma.sql`(d.completed_at, d.id) < (${at}::timestamptz, ${from}::bigint)`
  const isSuccess = Prisma.sql`d.status = 'success'`
  const isFailure = Prisma.sql`d.status = ANY (${failing}::deployment_status[])`
  return reading(async (read) => {
    const own = { id, completedAt }
    const [lastSuccess] = await read<IncidentDeployment>(
      find(Prisma.sql`${before(own)} AND ${isSuccess}`, latestFirst, 1),
    )
    const closing = status === 'success' ? Prisma.sql`d.id = ${id}::bigint` : Prisma.sql`${after(own)} AND ${isSuccess}`
    const [closedBy] = await read<IncidentDeployment>(find(closing, inOrder, 1))
    const between = Prisma.sql`${isFailure} AND ${lastSuccess ? after(lastSuccess) : Prisma.sql`true`}
      AND ${closedBy ? before(closedBy) : Prisma.sql`true`}`
    const failures = await read<IncidentDeployment>(find(between, inOrder, maxFailures))
    if (failures.length === 0) return null
    const [counted] = await read<{ total: number }>(
      Prisma.sql`SELECT count(*)::int AS total FROM (${find(between, inOrder, maxCounted)}) AS failures`,
    )
    return { failures, total: counted?.total ?? failures.length, closedBy: closedBy ?? null }
  })
}

type Position = { id: number; completedAt: Date }
