import type { Actor } from '@/lib/accounts/actor'
import { AppError } from '@/lib/core/errors'
import { serviceKeyOf } from '@/lib/core/service-key'
import { db } from '@/lib/db/db'
import type { Queryable } from '@/lib/db/transaction'
import { changeDeployment } from '@/lib/deployments/change-deployment'
import { correctStatus } from '@/lib/deployments/mark-failed'
import type { DeploymentStatus } from '@/lib/deployments/schema'
import { foldStoredEvents } from '@/lib/deployments/store-event'

type Tie = { incidentId: number; deploymentId: number; byPerson: boolean }

type Tied = { deploymentId: number | null; marked: boolean; title: string }

/**
 * Says that a production deployment caused an incident: a success counts as failed from then on, as `markFailed` has it;
 * one that failed anyway stays as it is. Throws `not_found` for what the organization does not have, and `conflict` for a
 * deployment that broke nothing, and an incident that is tied already.
 */
export async function tieIncident(actor: Actor, { incidentId, deploymentId, byPerson }: Tie): Promise<void> {
  const { organizationId } = actor
  const { title } = await read(organizationId, incidentId)
  const correction = { actor, id: deploymentId, reason: reasonOf(title) }
  await changeDeployment(correction, 'deployment.incident-tied', async (client, before, sender) => {
    const refusal = refusalToTie(before)
    if (refusal) throw new AppError('conflict', refusal)
    const incident = await lock(client, organizationId, incidentId)
    if (incident.deploymentId !== null) throw new AppError('conflict', alreadyTied)
    const marks = before.status === 'success'
    if (marks) await client.query(correctStatus, [organizationId, deploymentId, 'failure'])
    const { service, environment } = before
    await client.query(
      `UPDATE outside_incidents SET deployment_id = $3, marked = $4, tie_by_person = tie_by_person OR $5,
         service = coalesce(service, $6), service_key = coalesce(service_key, $7),
         environment = coalesce(environment, $8), environment_key = coalesce(environment_key, $9)
       WHERE organization_id = $1 AND id = $2`,
      [
        organizationId,
        incidentId,
        deploymentId,
        marks,
        byPerson,
        service,
        service && serviceKeyOf(service),
        environment,
        serviceKeyOf(environment),
      ],
    )
    return { stored: await foldStoredEvents(client, sender, deploymentId) }
  })
}

/**
 * Takes that back. A deployment that counts as failed because of this incident, and of no other, is again what its pipeline
 * reported. Tools do not tie the incident again. Throws `not_found`, and `conflict` when it is tied to none.
 */
export async function untieIncident(actor: Actor, incidentId: number): Promise<void> {
  const { organizationId } = actor
  const { title, deploymentId } = await read(organizationId, incidentId)
  if (deploymentId === null) throw new AppError('conflict', 'This incident is tied to no deployment')
  const correction = { actor, id: deploymentId, reason: reasonOf(title) }
  await changeDeployment(correction, 'deployment.incident-untied', async (client, before, sender) => {
    const incident = await lock(client, organizationId, incidentId)
    if (incident.deploymentId !== deploymentId)
      throw new AppError('conflict', 'This incident was tied differently meanwhile')
    if (
      incident.marked &&
      before.statusCorrection !== null &&
      !(await passMarkOn(client, actor, { deploymentId, incidentId }))
    ) {
      await client.query(correctStatus, [organizationId, deploymentId, null])
    }
    await client.query(
      `UPDATE outside_incidents SET deployment_id = NULL, marked = false, tie_by_person = true
       WHERE organization_id = $1 AND id = $2`,
      [organizationId, incidentId],
    )
    return { stored: await foldStoredEvents(client, sender, deploymentId) }
  })
}

export const alreadyTied = 'This incident is tied to another deployment. A manager can untie it on its page.'

/** Why no incident can be tied to a deployment; null where one can. */
export function refusalToTie({
  production,
  voided,
  status,
}: {
  production: boolean
  voided: boolean
  status: DeploymentStatus
}): string | null {
  const live = status === 'success' || status === 'failure' || status === 'rolled_back'
  return production && !voided && live
    ? null
    : 'Only a production deployment that ended and counts can have caused an incident'
}

/** Whether another incident is tied to the deployment, which then keeps it failed. */
async function passMarkOn(
  client: Queryable,
  { organizationId }: Actor,
  { deploymentId, incidentId }: Pick<Tie, 'deploymentId' | 'incidentId'>,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `UPDATE outside_incidents SET marked = true WHERE organization_id = $1 AND id = (
       SELECT id FROM outside_incidents WHERE organization_id = $1 AND deployment_id = $2 AND id <> $3
       ORDER BY id LIMIT 1)`,
    [organizationId, deploymentId, incidentId],
  )
  return (rowCount ?? 0) > 0
}

function reasonOf(title: string): string {
  return `Incident: ${title}`
}

async function read(organizationId: number, id: number) {
  const found = await db().prisma.outsideIncident.findFirst({
    where: { id, organizationId },
    select: { title: true, deploymentId: true },
  })
  if (!found) throw unknownIncident()
  return { title: found.title, deploymentId: found.deploymentId === null ? null : Number(found.deploymentId) }
}

/** After the deployment, as every change of both does. */
async function lock(client: Queryable, organizationId: number, id: number): Promise<Tied> {
  const { rows } = await client.query<Tied>(
    `SELECT title, deployment_id::float8 AS "deploymentId", marked FROM outside_incidents
     WHERE organization_id = $1 AND id = $2 FOR UPDATE`,
    [organizationId, id],
  )
  const [locked] = rows
  if (!locked) throw unknownIncident()
  return locked
}

/** The refusal of an id that is none of the organization's. */
export function unknownIncident(): AppError {
  return new AppError('not_found', 'No such incident')
}
