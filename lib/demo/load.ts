import { db } from '@/lib/db/db'
import { linkedTables } from '@/lib/db/refresh-statistics'
import { inTransaction, never, type Queryable } from '@/lib/db/transaction'
import { linkDeployment } from '@/lib/deployments/linking/link-deployment'
import { keepsPullRequests } from '@/lib/deployments/linking/rules'
import { eventInstant, progressOf } from '@/lib/deployments/status'
import { parseRepositoryName } from '@/lib/sources/git-import/repository-name'
import { defaultBranch } from './build-history'
import type { DemoRepository } from './generate'
import type { DemoDeployment } from './post-events'

type Scope = { organizationId: number; repositoryId: number }

/** Ids of stored deployments by `deploymentId`. */
type Ids = Map<string, number>

const timeZone = 'Europe/Copenhagen'

/**
 * Loads repositories with all that belongs to them into an organization that has none, and links their deployments as
 * the webhook does, all of it or nothing. Returns whether it did: of several loads at once, one does.
 */
export async function loadDemo(organizationId: number, repositories: readonly DemoRepository[]): Promise<boolean> {
  return inTransaction(db().people, never, async (client) => {
    await client.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [organizationId])
    const { rowCount } = await client.query('SELECT FROM repositories WHERE organization_id = $1 LIMIT 1', [
      organizationId,
    ])
    if (rowCount) return false
    await client.query('UPDATE organizations SET time_zone = $2 WHERE id = $1', [organizationId, timeZone])
    await loadGoals(client, organizationId)
    const loaded: Ids[] = []
    for (const repository of repositories) loaded.push(await loadRepository(client, organizationId, repository))
    await client.query('ANALYZE commits, pull_requests, deployments, deployment_events, deliveries')
    for (const [index, { deployments }] of repositories.entries()) {
      await linkInOrder(client, organizationId, deployments, loaded[index] ?? new Map())
    }
    await client.query(`ANALYZE ${linkedTables.join(', ')}`)
    return true
  })
}

/** Two goals, of which one was another until three weeks ago. */
async function loadGoals(client: Queryable, organizationId: number): Promise<void> {
  await client.query(
    `INSERT INTO goals (organization_id, metric, value, first_day, last_day)
     SELECT $1::int, metric, value, current_date - since, current_date - until
     FROM (VALUES
       ('lead-time', 8 * 3600, 200, 22), ('lead-time', 4 * 3600, 21, NULL),
       ('change-failure-rate', 0.05, 120, NULL)) AS g (metric, value, since, until)`,
    [organizationId],
  )
}

async function loadRepository(client: Queryable, organizationId: number, demo: DemoRepository): Promise<Ids> {
  const { fullName, fullNameKey, nameKey } = parseRepositoryName(demo.fullName)
  const { rows } = await client.query<{ id: number }>(
    `WITH owned AS (INSERT INTO service_teams (organization_id, service_key, team) VALUES ($1, $7, $8))
     INSERT INTO repositories
       (organization_id, full_name, full_name_key, name_key, aliases, default_branch, imported_at)
     VALUES ($1, $2, $3, $4, $5, $6, now()) RETURNING id`,
    [organizationId, fullName, fullNameKey, nameKey, demo.aliases, defaultBranch, demo.service, demo.owner],
  )
  const scope = { organizationId, repositoryId: rows[0]?.id ?? 0 }
  await loadCommits(client, scope, demo)
  await loadPullRequests(client, scope, demo)
  const ids = await loadDeployments(client, organizationId, demo)
  await loadEvents(client, organizationId, demo, ids)
  return ids
}

async function loadCommits(
  client: Queryable,
  { organizationId, repositoryId }: Scope,
  { commits }: DemoRepository,
): Promise<void> {
  await client.query(
    `INSERT INTO commits
       (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation)
     SELECT $1::int, $2::int, c.*
     FROM json_to_recordset($3) AS c (
       sha text, parents text[], "authorName" text, "authoredAt" timestamptz, "committedAt" timestamptz,
       generation bigint)`,
    [organizationId, repositoryId, JSON.stringify(commits)],
  )
}

async function loadPullRequests(
  client: Queryable,
  { organizationId, repositoryId }: Scope,
  { pullRequests }: DemoRepository,
): Promise<void> {
  await client.query(
    `INSERT INTO pull_requests
       (organization_id, repository_id, number, title, author, base_branch, merged_at, merge_commit_sha,
        head_commit_sha, first_commit_sha, first_commit_at, state, opened_at, first_review_at, additions, deletions)
     SELECT $1::int, $2::int, p.*
     FROM json_to_recordset($3) AS p (
       number int, title text, author text, "baseBranch" text, "mergedAt" timestamptz, "mergeCommitSha" text,
       "headCommitSha" text, "firstCommitSha" text, "firstCommitAt" timestamptz, state pull_request_state,
       "openedAt" timestamptz, "firstReviewAt" timestamptz, additions int, deletions int)`,
    [organizationId, repositoryId, JSON.stringify(pullRequests)],
  )
}

async function loadDeployments(client: Queryable, organizationId: number, demo: DemoRepository): Promise<Ids> {
  const rows = demo.deployments.map(({ state, events }) => ({
    ...state,
    instant: eventInstant(state),
    progress: progressOf(state.status),
    createdAt: events[0]?.receivedAt,
    updatedAt: events.at(-1)?.receivedAt,
  }))
  const stored = await client.query<{ deploymentId: string; id: number }>(
    `INSERT INTO deployments
       (organization_id, external_id, commit_sha, environment, production, status, started_at, completed_at, service,
        branch, triggered_by, pipeline_name, previous_commit_sha, pipeline_url, metadata, raw_payload, instant,
        progress, created_at, updated_at)
     SELECT $1::int, d.*
     FROM json_to_recordset($2) AS d (
       "deploymentId" text, "commitSha" text, environment text, production boolean, status deployment_status,
       "startedAt" timestamptz, "completedAt" timestamptz, service text, branch text, "triggeredBy" text,
       "pipelineName" text, "previousCommitSha" text, "pipelineUrl" text, metadata jsonb, "rawPayload" jsonb,
       instant timestamptz, progress smallint, "createdAt" timestamptz, "updatedAt" timestamptz)
     ORDER BY d."createdAt"
     RETURNING external_id AS "deploymentId", id::float8`,
    [organizationId, JSON.stringify(rows)],
  )
  return new Map(stored.rows.map(({ deploymentId, id }) => [deploymentId, id]))
}

async function loadEvents(client: Queryable, organizationId: number, demo: DemoRepository, ids: Ids): Promise<void> {
  const rows = demo.deployments.flatMap(({ events }) =>
    events.map((event) => ({
      ...event,
      deployment: ids.get(event.deploymentId),
      instant: eventInstant(event),
      progress: progressOf(event.status),
    })),
  )
  await client.query(
    `INSERT INTO deployment_events
       (organization_id, deployment_id, received_at, commit_sha, environment, status, started_at, completed_at,
        service, branch, triggered_by, pipeline_name, previous_commit_sha, pipeline_url, metadata, raw_payload,
        instant, progress)
     SELECT $1::int, e.*
     FROM json_to_recordset($2) AS e (
       deployment bigint, "receivedAt" timestamptz, "commitSha" text, environment text, status deployment_status,
       "startedAt" timestamptz, "completedAt" timestamptz, service text, branch text, "triggeredBy" text,
       "pipelineName" text, "previousCommitSha" text, "pipelineUrl" text, metadata jsonb, "rawPayload" jsonb,
       instant timestamptz, progress smallint)
     ORDER BY e."receivedAt", e.deployment, e.instant, e.progress`,
    [organizationId, JSON.stringify(rows)],
  )
}

async function linkInOrder(
  client: Queryable,
  organizationId: number,
  deployments: readonly DemoDeployment[],
  ids: Ids,
): Promise<void> {
  const shipping = deployments
    .map(({ state }) => ({ ...state, voided: false }))
    .filter(keepsPullRequests)
    .sort((a, b) => Number(a.completedAt) - Number(b.completedAt))
  for (const state of shipping) {
    await linkDeployment(
      client,
      { organizationId, hasRepositories: true },
      { ...state, id: ids.get(state.deploymentId) ?? 0, repositoryId: null, resolvedSha: null, created: true },
      'none',
    )
  }
}
