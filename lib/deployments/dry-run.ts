import type { PoolClient } from 'pg'
import { db } from '@/lib/db'
import { checkOrganization } from '@/lib/deployments/check-organization'
import { findSender, type Sender } from '@/lib/deployments/find-sender'
import { type Recorded, recordAndLink } from '@/lib/deployments/record'
import { type DeploymentEvent, parseDeploymentEvent } from '@/lib/deployments/schema'
import { env } from '@/lib/env'
import { AppError, statusOf } from '@/lib/errors'
import { deliversPullRequests, type LinkMethod, type NoLinkReason, unlinkedReasonOf } from '@/lib/linking/rules'
import { readJson } from '@/lib/read-json'
import { withConnection } from '@/lib/transaction'

/** What a deployment would be after the event. */
type Record = Omit<DeploymentEvent, 'organizationSlug'> & {
  production: boolean
  /** Where the commit was found, and as which full SHA. */
  repository: string | null
  resolvedSha: string | null
}

type PullRequest = { repository: string; number: number; title: string; method: LinkMethod; leadTimeSeconds: number }

/** How the webhook would answer a payload, and what it would store. */
export type DryRun =
  | { accepted: false; statusCode: number; error: string }
  | {
      accepted: true
      action: Recorded['action']
      record: Record
      pullRequests: PullRequest[]
      /** Why there is no pull request; null when there is one. */
      reason: NoLinkReason | null
    }

/**
 * Tells what the webhook would do with a payload if a key of the organization sent it now: the same checks in the same
 * order, then recording and linking in a transaction that is always undone. No key is touched and no trial starts.
 */
export async function checkPayload(organizationId: number, text: string): Promise<DryRun> {
  const sender = await findSender(organizationId)
  try {
    const event = parseDeploymentEvent(await readJson(requestWith(text), env().WEBHOOK_MAX_BODY_BYTES), new Date())
    checkOrganization(sender, event)
    return await rehearse(sender, event)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { accepted: false, statusCode: statusOf[error.code], error: error.message }
  }
}

function requestWith(body: string): Request {
  return new Request('http://localhost', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
}

const patienceMs = 5_000

function rehearse(sender: Sender, event: DeploymentEvent): Promise<DryRun> {
  return withConnection(db().people, AbortSignal.timeout(patienceMs), async (client) => {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${patienceMs}`)
    try {
      const { action, deploymentId } = await recordAndLink(client, sender, event)
      return { accepted: true, action, ...(await readBack(client, deploymentId)) }
    } finally {
      await client.query('ROLLBACK')
    }
  })
}

async function readBack(client: PoolClient, id: number) {
  const { rows: records } = await client.query<Record & { unlinkedReason: string | null }>(
    `SELECT d.external_id AS "deploymentId", d.commit_sha AS "commitSha", d.environment, d.production, d.status,
       d.started_at AS "startedAt", d.completed_at AS "completedAt", d.service, d.branch,
       d.triggered_by AS "triggeredBy", d.pipeline_name AS "pipelineName",
       d.previous_commit_sha AS "previousCommitSha", d.pipeline_url AS "pipelineUrl", d.metadata,
       d.raw_payload AS "rawPayload", r.full_name AS repository, d.resolved_sha AS "resolvedSha",
       d.unlinked_reason AS "unlinkedReason"
     FROM deployments d LEFT JOIN repositories r ON r.id = d.repository_id WHERE d.id = $1`,
    [id],
  )
  const [found] = records
  if (!found) throw new Error('a rehearsed deployment was not stored')
  const { rows: links } = await client.query<PullRequest>(
    `SELECT r.full_name AS repository, p.number, p.title, l.method, l.lead_time_seconds AS "leadTimeSeconds"
     FROM deployment_pull_requests l JOIN pull_requests p ON p.id = l.pull_request_id
     JOIN repositories r ON r.id = p.repository_id WHERE l.deployment_id = $1 ORDER BY p.number`,
    [id],
  )
  const { unlinkedReason, ...record } = found
  const pullRequests = deliversPullRequests(record) ? links : []
  return { record, pullRequests, reason: pullRequests.length > 0 ? null : unlinkedReasonOf(found) }
}
