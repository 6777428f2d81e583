import { startTrial } from '@/lib/accounts/plans/start-trial'
import { findSender } from '@/lib/accounts/sender'
import type { Queryable } from '@/lib/db/transaction'
import { type DeploymentEvent, type DeploymentStatus, parseDeploymentEvent } from '@/lib/deployments/schema'
import { storeEvent } from '@/lib/deployments/store-event'
import { defaultBaseUrls } from '@/lib/sources/connections/schema'
import { cleanText } from './clean-text'
import type { Receiver } from './find-receiver'
import type { HostDeployment } from './model'

/** What is stored of a deployment; `beganAt` is the earliest start that any event of it carries. */
type Known = { status: DeploymentStatus; startedAt: Date; completedAt: Date | null; beganAt: Date }

/**
 * Stores what a host says of one of its deployments as an event of it; `linkPending` links it after. Needs a
 * transaction. It begins with the earliest that the host has reported of it, in whatever order it reports.
 */
export async function receiveDeployment(
  client: Queryable,
  connection: Receiver,
  service: string,
  deployment: HostDeployment,
): Promise<void> {
  const { organizationId } = connection
  const deploymentId = `${placeOf(connection)}-${deployment.hostId}`
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($2, $1))', [organizationId, deploymentId])
  const known = await findKnown(client, organizationId, deploymentId)
  const event = toEvent(deploymentId, service, deployment)
  const sender = await findSender(organizationId, { client })
  if (known && known.beganAt < event.startedAt) event.startedAt = known.beganAt
  await storeEvent(client, sender, event)
  const beganEarlier = known && event.startedAt < known.startedAt
  if (beganEarlier && known.completedAt) {
    const { status, completedAt } = known
    await storeEvent(client, sender, { ...event, status, completedAt })
  }
  if (sender.plan === 'free' && !sender.trialStarted) await startTrial(client, organizationId)
}

/** Numbers are the host's own: two hosts give out the same ones. */
function placeOf({ host, baseUrl }: Receiver): string {
  return baseUrl === defaultBaseUrls[host] ? host : new URL(baseUrl).host
}

async function findKnown(client: Queryable, organizationId: number, deploymentId: string): Promise<Known | null> {
  const { rows } = await client.query<Known>(
    `SELECT d.status, d.started_at AS "startedAt", d.completed_at AS "completedAt",
       (SELECT min(e.started_at) FROM deployment_events e
        WHERE e.organization_id = d.organization_id AND e.deployment_id = d.id) AS "beganAt"
     FROM deployments d WHERE d.organization_id = $1 AND d.external_id = $2`,
    [organizationId, deploymentId],
  )
  return rows[0] ?? null
}

/** The rules are those of the webhook for pipelines. Throws AppError 'invalid'. */
function toEvent(deploymentId: string, service: string, deployment: HostDeployment): DeploymentEvent {
  const { commitSha, status, startedAt, completedAt, environment, branch, triggeredBy, pipelineUrl } = deployment
  const text = (value: string | null) => value && cleanText(value)
  const body = {
    deploymentId,
    commitSha,
    environment: cleanText(environment),
    status,
    startedAt: startedAt.toISOString(),
    completedAt: completedAt?.toISOString(),
    service,
    branch: text(branch),
    triggeredBy: text(triggeredBy),
    pipelineUrl,
  }
  return parseDeploymentEvent(body, new Date())
}
