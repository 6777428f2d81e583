import { db } from '@/lib/db/db'
import { eventInstant, progressOf } from '@/lib/deployments/status'
import type { Prisma } from '@/lib/generated/prisma/client'
import { parseRepositoryName } from '@/lib/sources/git-import/repository-name'
import { defaultBranch } from './build-history'
import type { DemoRepository } from './generate'

type Transaction = Prisma.TransactionClient
type Scope = { organizationId: number; repositoryId: number }

/** Ids of stored rows by number and by `deploymentId`. */
type Ids = { pullRequests: Map<number, number>; deployments: Map<string, number> }

const timeZone = 'Europe/Copenhagen'

/**
 * Loads repositories with all that belongs to them into an organization that has none, all of it or nothing. Returns
 * whether it did: of several loads at once, one does.
 */
export async function loadDemo(organizationId: number, repositories: readonly DemoRepository[]): Promise<boolean> {
  return db().prisma.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT FROM organizations WHERE id = ${organizationId} FOR UPDATE`
      if ((await transaction.repository.count({ where: { organizationId } })) > 0) return false
      await transaction.organization.update({ where: { id: organizationId }, data: { timeZone } })
      for (const repository of repositories) await loadRepository(transaction, organizationId, repository)
      await transaction.$executeRaw`
        ANALYZE commits, pull_requests, deployments, deployment_events, deployment_pull_requests, deliveries`
      return true
    },
    { timeout: 120_000 },
  )
}

async function loadRepository(
  transaction: Transaction,
  organizationId: number,
  repository: DemoRepository,
): Promise<void> {
  const names = parseRepositoryName(repository.fullName)
  const { id: repositoryId } = await transaction.repository.create({
    data: { organizationId, ...names, aliases: repository.aliases, defaultBranch, importedAt: new Date() },
  })
  const { service, owner } = repository
  await transaction.serviceTeam.create({ data: { organizationId, serviceKey: service, team: owner } })
  const scope = { organizationId, repositoryId }
  await loadCommits(transaction, scope, repository)
  const ids = {
    pullRequests: await loadPullRequests(transaction, scope, repository),
    deployments: await loadDeployments(transaction, scope, repository),
  }
  await loadEvents(transaction, scope, repository, ids)
  await loadLinks(transaction, scope, repository, ids)
  await loadRanges(transaction, scope, repository, ids)
}

async function loadCommits(transaction: Transaction, scope: Scope, { commits }: DemoRepository): Promise<void> {
  await transaction.$executeRaw`
    INSERT INTO commits
      (organization_id, repository_id, sha, parents, author_name, authored_at, committed_at, generation)
    SELECT ${scope.organizationId}::int, ${scope.repositoryId}::int, c.*
    FROM json_to_recordset(${JSON.stringify(commits)}::json) AS c (
      sha text, parents text[], "authorName" text, "authoredAt" timestamptz, "committedAt" timestamptz,
      generation bigint)`
}

async function loadPullRequests(
  transaction: Transaction,
  scope: Scope,
  demo: DemoRepository,
): Promise<Ids['pullRequests']> {
  const stored = await transaction.$queryRaw<{ number: number; id: number }[]>`
    INSERT INTO pull_requests
      (organization_id, repository_id, number, title, author, base_branch, merged_at, merge_commit_sha,
       head_commit_sha, first_commit_sha, first_commit_at, state, opened_at, first_review_at, additions, deletions)
    SELECT ${scope.organizationId}::int, ${scope.repositoryId}::int, p.*
    FROM json_to_recordset(${JSON.stringify(demo.pullRequests)}::json) AS p (
      number int, title text, author text, "baseBranch" text, "mergedAt" timestamptz, "mergeCommitSha" text,
      "headCommitSha" text, "firstCommitSha" text, "firstCommitAt" timestamptz, state pull_request_state,
      "openedAt" timestamptz, "firstReviewAt" timestamptz, additions int, deletions int)
    RETURNING number, id`
  return new Map(stored.map(({ number, id }) => [number, id]))
}

async function loadDeployments(
  transaction: Transaction,
  scope: Scope,
  demo: DemoRepository,
): Promise<Ids['deployments']> {
  const rows = demo.deployments.map(({ state, events, linking }) => ({
    ...state,
    instant: eventInstant(state),
    progress: progressOf(state.status),
    repositoryId: linking?.resolvedSha ? scope.repositoryId : null,
    resolvedSha: linking?.resolvedSha,
    generation: linking?.generation,
    baseSha: linking?.baseSha,
    commitCount: linking?.commitCount,
    settled: linking?.settled ?? true,
    unlinkedReason: linking?.reason,
    createdAt: events[0]?.receivedAt,
    updatedAt: events.at(-1)?.receivedAt,
  }))
  const stored = await transaction.$queryRaw<{ deploymentId: string; id: number }[]>`
    INSERT INTO deployments
      (organization_id, external_id, commit_sha, environment, production, status, started_at, completed_at, service,
       branch, triggered_by, pipeline_name, previous_commit_sha, pipeline_url, metadata, raw_payload, instant,
       progress, repository_id, resolved_sha, generation, base_sha, commit_count, settled, unlinked_reason, created_at,
       updated_at)
    SELECT ${scope.organizationId}::int, d.*
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS d (
      "deploymentId" text, "commitSha" text, environment text, production boolean, status deployment_status,
      "startedAt" timestamptz, "completedAt" timestamptz, service text, branch text, "triggeredBy" text,
      "pipelineName" text, "previousCommitSha" text, "pipelineUrl" text, metadata jsonb, "rawPayload" jsonb,
      instant timestamptz, progress smallint, "repositoryId" int, "resolvedSha" text, generation bigint,
      "baseSha" text, "commitCount" int, settled boolean, "unlinkedReason" text,
      "createdAt" timestamptz, "updatedAt" timestamptz)
    ORDER BY d."createdAt"
    RETURNING external_id AS "deploymentId", id::float8`
  return new Map(stored.map(({ deploymentId, id }) => [deploymentId, id]))
}

async function loadEvents(
  transaction: Transaction,
  { organizationId }: Scope,
  demo: DemoRepository,
  ids: Ids,
): Promise<void> {
  const rows = demo.deployments.flatMap(({ events }) =>
    events.map((event) => ({
      ...event,
      deployment: ids.deployments.get(event.deploymentId),
      instant: eventInstant(event),
      progress: progressOf(event.status),
    })),
  )
  await transaction.$executeRaw`
    INSERT INTO deployment_events
      (organization_id, deployment_id, received_at, commit_sha, environment, status, started_at, completed_at,
       service, branch, triggered_by, pipeline_name, previous_commit_sha, pipeline_url, metadata, raw_payload,
       instant, progress)
    SELECT ${organizationId}::int, e.*
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS e (
      deployment bigint, "receivedAt" timestamptz, "commitSha" text, environment text, status deployment_status,
      "startedAt" timestamptz, "completedAt" timestamptz, service text, branch text, "triggeredBy" text,
      "pipelineName" text, "previousCommitSha" text, "pipelineUrl" text, metadata jsonb, "rawPayload" jsonb,
      instant timestamptz, progress smallint)
    ORDER BY e."receivedAt", e.deployment, e.instant, e.progress`
}

async function loadLinks(
  transaction: Transaction,
  { organizationId }: Scope,
  demo: DemoRepository,
  ids: Ids,
): Promise<void> {
  const rows = demo.deployments.flatMap(({ state, linking, events }) =>
    (linking?.links ?? []).map((link) => ({
      ...link,
      deployment: ids.deployments.get(state.deploymentId),
      pullRequest: ids.pullRequests.get(link.number),
      origin: link.carriedFrom && ids.deployments.get(link.carriedFrom),
      createdAt: events.at(-1)?.receivedAt,
    })),
  )
  await transaction.$executeRaw`
    INSERT INTO deployment_pull_requests
      (organization_id, deployment_id, pull_request_id, method, lead_time_seconds, carried_from_id, created_at)
    SELECT ${organizationId}::int, l.*
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS l (
      deployment bigint, "pullRequest" int, method text, "leadTimeSeconds" int, origin bigint,
      "createdAt" timestamptz)`
}

/** What a deployment refers to by id, and the commits that no pull request brought. */
async function loadRanges(
  transaction: Transaction,
  { organizationId }: Scope,
  demo: DemoRepository,
  { deployments: ids }: Ids,
): Promise<void> {
  const bases = demo.deployments.flatMap(({ state, linking }) =>
    linking?.baseDeployment ? [{ id: ids.get(state.deploymentId), base: ids.get(linking.baseDeployment) }] : [],
  )
  await transaction.$executeRaw`
    UPDATE deployments d SET base_deployment_id = b.base
    FROM json_to_recordset(${JSON.stringify(bases)}::json) AS b (id bigint, base bigint) WHERE d.id = b.id`
  const outside = demo.deployments.flatMap(({ state, linking }) =>
    (linking?.outside ?? []).map((commit) => ({ ...commit, deployment: ids.get(state.deploymentId) })),
  )
  await transaction.$executeRaw`
    INSERT INTO deployment_commits (organization_id, deployment_id, sha, lead_time_seconds)
    SELECT ${organizationId}::int, c.*
    FROM json_to_recordset(${JSON.stringify(outside)}::json) AS c (deployment bigint, sha text, "leadTimeSeconds" int)`
}
