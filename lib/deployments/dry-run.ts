import type { PoolClient, QueryConfig } from 'pg'
import { findSender, type Sender } from '@/lib/accounts/sender'
import { env } from '@/lib/core/env'
import { AppError, statusOf } from '@/lib/core/errors'
import { db } from '@/lib/db/db'
import { reading } from '@/lib/db/reading'
import { never, type Queryable, withConnection } from '@/lib/db/transaction'
import { checkOrganization } from '@/lib/deployments/check-organization'
import { nameToImport } from '@/lib/deployments/linking/name-to-import'
import { deliversPullRequests, type LinkMethod, type NoLinkReason, reasonOf } from '@/lib/deployments/linking/rules'
import { type Recorded, recordAndLink } from '@/lib/deployments/record'
import { type DeploymentEvent, parseDeploymentEvent } from '@/lib/deployments/schema'
import { readJson } from '@/lib/http/read-json'
import { type Reader, runReport } from '@/lib/web/run-report'

/** What a deployment would be after the event. */
type Record = Omit<DeploymentEvent, 'organizationSlug'> & {
  production: boolean
  /** Where the commit was found, and as which full SHA. */
  repository: string | null
  resolvedSha: string | null
}

type PullRequest = { repository: string; number: number; title: string; method: LinkMethod; leadTimeSeconds: number }

const maxShown = 100

/** How the webhook would answer a payload, and what it would store. */
export type DryRun =
  | { accepted: false; statusCode: number; error: string }
  | {
      accepted: true
      action: Recorded['action']
      record: Record
      linkedPRs: number
      /** The first hundred of them, by number. */
      pullRequests: PullRequest[]
      /** Why there is no pull request, or not all of them; null where there are all. */
      reason: NoLinkReason | null
      /** Full name of the repository that an import would have to bring, where it is known. */
      repositoryToImport: string | null
    }

/**
 * Tells what the webhook would do with a payload if a key of the organization sent it now: the same checks in the same
 * order, then recording and linking in a transaction that is always undone. No key is touched and no trial starts. Waits
 * for its turn among the reports. Throws `unavailable` when there are too many, and when it takes longer than real
 * events can wait for it.
 */
export function checkPayload(reader: Reader, text: string): Promise<DryRun> {
  return runReport(reader, () => check(reader.organization.id, text))
}

async function check(organizationId: number, text: string): Promise<DryRun> {
  const sender = await findSender(organizationId)
  const event = await readEvent(sender, text)
  if (event instanceof AppError) return { accepted: false, statusCode: statusOf[event.code], error: event.message }
  const rehearsed = await rehearse(sender, event)
  const repositoryToImport = await reading((read) => nameToImport(read, organizationId, rehearsed.record.service))
  return { accepted: true, ...rehearsed, repositoryToImport }
}

/** The event in a payload, or the webhook's refusal. */
async function readEvent(sender: Sender, text: string): Promise<DeploymentEvent | AppError> {
  try {
    const event = parseDeploymentEvent(await readJson(requestWith(text), env().WEBHOOK_MAX_BODY_BYTES), new Date())
    checkOrganization(sender, event)
    return event
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function requestWith(body: string): Request {
  return new Request('http://localhost', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
}

/** It holds the locks of linking, and events that wait for them get 503 after 2.5 seconds. */
const timeoutMs = 1_500

function rehearse(sender: Sender, event: DeploymentEvent) {
  return withConnection(db().people, never, async (client) => {
    await client.query('BEGIN')
    try {
      const limited = withDeadline(client, performance.now() + timeoutMs)
      const { action, deploymentId } = await recordAndLink(limited, sender, event)
      return { action, ...(await readBack(limited, sender.organizationId, deploymentId)) }
    } catch (error) {
      throw isQueryCanceled(error) ? tookTooLong(error) : error
    } finally {
      await client.query('ROLLBACK')
    }
  })
}

/**
 * Gives every statement the time that is left, one after the other: a limit for the whole transaction came with
 * Postgres 17.
 */
function withDeadline(client: PoolClient, deadline: number): Queryable {
  let last: Promise<unknown> = Promise.resolve()
  const run = async (...statement: [string | QueryConfig, unknown[]?]) => {
    const leftMs = Math.max(1, Math.floor(deadline - performance.now()))
    await client.query(`SET LOCAL statement_timeout = ${leftMs}`)
    return client.query(...statement)
  }
  const query = (...statement: Parameters<typeof run>) => {
    const answer = last.catch(() => undefined).then(() => run(...statement))
    last = answer
    return answer
  }
  return { query: query as Queryable['query'] }
}

function isQueryCanceled(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '57014'
}

function tookTooLong(cause: unknown): AppError {
  const text = `Linking this payload takes longer than the ${timeoutMs / 1000} seconds that a check may take, because real events wait for it. Nothing was stored. Try again in a moment.`
  return new AppError('unavailable', text, {}, { cause })
}

async function readBack(client: Queryable, organizationId: number, id: number) {
  const { rows: records } = await client.query<Record & { unlinkedReason: string | null; voided: boolean }>(
    `SELECT d.external_id AS "deploymentId", d.commit_sha AS "commitSha", d.environment, d.production, d.status,
       d.started_at AS "startedAt", d.completed_at AS "completedAt", d.service, d.branch,
       d.triggered_by AS "triggeredBy", d.pipeline_name AS "pipelineName",
       d.previous_commit_sha AS "previousCommitSha", d.pipeline_url AS "pipelineUrl", d.metadata,
       d.raw_payload AS "rawPayload", r.full_name AS repository, d.resolved_sha AS "resolvedSha",
       d.unlinked_reason AS "unlinkedReason", d.voided_at IS NOT NULL AS voided
     FROM deployments d
     LEFT JOIN repositories r ON r.organization_id = d.organization_id AND r.id = d.repository_id
     WHERE d.organization_id = $1 AND d.id = $2`,
    [organizationId, id],
  )
  const [found] = records
  if (!found) throw new Error('a rehearsed deployment was not stored')
  const { rows: links } = await client.query<PullRequest & { linked: number }>(
    `SELECT r.full_name AS repository, p.number, p.title, l.method, greatest(l.lead_time_seconds, 0) AS "leadTimeSeconds",
       count(*) OVER ()::int AS linked
     FROM deployment_pull_requests l
     JOIN pull_requests p ON p.organization_id = l.organization_id AND p.id = l.pull_request_id
     JOIN repositories r ON r.organization_id = p.organization_id AND r.id = p.repository_id
     WHERE l.organization_id = $1 AND l.deployment_id = $2 ORDER BY p.number LIMIT ${maxShown}`,
    [organizationId, id],
  )
  const { unlinkedReason: _, voided, ...record } = found
  const counting = deliversPullRequests({ ...record, voided }) ? links : []
  const linkedPRs = counting[0]?.linked ?? 0
  const pullRequests = counting.map(({ linked: _, ...link }) => link)
  return { record, linkedPRs, pullRequests, reason: reasonOf(found, linkedPRs) }
}
