import { runInSteps } from '@/lib/core/run-in-steps'
import { type Read, reading } from '@/lib/db/reading'
import { delivers } from '@/lib/deployments/delivers'
import { type Advice, adviceOn } from '@/lib/deployments/linking/advice'
import { nameToImport } from '@/lib/deployments/linking/name-to-import'
import { stillLinking, unlinkedReasonOf } from '@/lib/deployments/linking/rules'
import { Prisma } from '@/lib/generated/prisma/client'
import { coverageOf, type NamedRepository, type Reason, type Shares, type Successes } from './coverage-of'

/** A reason with what to do about it, as said of one deployment that it happened to. */
export type ExplainedReason = Reason & { advice: Advice }

export type Coverage = {
  shares: Shares
  /** Those with production successes, the most first; `repository` is null for what belongs to none. */
  repositories: { repository: { id: number; fullName: string } | null; shares: Shares }[]
  reasons: ExplainedReason[]
  /** Whether there are more successes than the latest that are counted. */
  capped: boolean
}

export const coverageDays = 90

/** So many, the latest, are counted: a page that waits for more than that helps no one. */
export const maxCounted = 50_000

/** Names are compared by as many characters. */
const maxNameLength = 200

/**
 * How many of the production successes that started in the 90 days before `now` are linked to pull requests, and why
 * the others are not. Voided ones do not count. Throws as unavailable when it takes seconds.
 */
export function readCoverage(organization: { id: number; slug: string }, now: Date): Promise<Coverage> {
  return reading(async (read) => {
    const successes = await readSuccesses(read, organization.id, now)
    const repositories = await readNames(read, organization.id)
    const { shares, byRepository, reasons } = await runInSteps(coverageOf(successes, repositories))
    const repositoryOf = new Map(repositories.map((repository) => [repository.id, repository]))
    return {
      shares,
      repositories: [...byRepository]
        .map(([id, own]) => ({
          repository: (id !== null && repositoryOf.get(id)) || null,
          shares: own,
        }))
        .sort((a, b) => b.shares.all - a.shares.all),
      reasons: await explain(read, organization, reasons),
      capped: shares.all === maxCounted,
    }
  })
}

async function readSuccesses(read: Read, organizationId: number, now: Date): Promise<Successes[]> {
  const rows = await read<
    Omit<Successes, 'reason' | 'pipelines'> & { reason: string | null; pipelines: string[] | null }
  >(Prisma.sql`
    WITH latest AS MATERIALIZED (
      SELECT id, repository_id, left(service, ${maxNameLength}) AS service,
        left(pipeline_name, ${maxNameLength}) AS pipeline_name,
        CASE WHEN d.id IN (SELECT deployment_id FROM pending_links WHERE organization_id = ${organizationId} AND created)
          THEN ${stillLinking} ELSE unlinked_reason END AS unlinked_reason
      FROM deployments d
      WHERE organization_id = ${organizationId} AND started_at > ${now}::timestamptz - ${coverageDays} * interval '1 day'
        AND started_at <= ${now}::timestamptz + interval '1 day'
        AND ${delivers}
      ORDER BY started_at DESC, id DESC LIMIT ${maxCounted}
    ), judged AS MATERIALIZED (
      SELECT *, CASE
          WHEN EXISTS (
            SELECT FROM deployment_pull_requests l
            WHERE l.organization_id = ${organizationId} AND l.deployment_id = latest.id) THEN 'linked'
          WHEN EXISTS (
            SELECT FROM deployment_commits c
            WHERE c.organization_id = ${organizationId} AND c.deployment_id = latest.id) THEN 'commits'
          ELSE 'none'
        END AS outcome
      FROM latest
    ), pipelines AS (
      SELECT unlinked_reason, (array_agg(DISTINCT pipeline_name))[1:4] AS names FROM judged
      WHERE outcome = 'none' AND pipeline_name IS NOT NULL GROUP BY 1
    )
    SELECT repository_id AS "repositoryId", service, outcome,
      CASE WHEN outcome = 'none' THEN unlinked_reason END AS reason,
      count(*)::int AS count, max(id)::float8 AS "exampleId",
      CASE WHEN row_number() OVER (PARTITION BY outcome, unlinked_reason) = 1 AND outcome = 'none'
        THEN (SELECT names FROM pipelines p WHERE p.unlinked_reason IS NOT DISTINCT FROM judged.unlinked_reason)
      END AS pipelines
    FROM judged GROUP BY repository_id, service, outcome, unlinked_reason`)
  return rows.map(({ pipelines, ...row }) => ({
    ...row,
    reason: row.outcome === 'none' ? reasonOf(row.reason) : null,
    pipelines: pipelines ?? [],
  }))
}

function reasonOf(unlinkedReason: string | null) {
  return unlinkedReasonOf({ status: 'success', production: true, voided: false, unlinkedReason })
}

function readNames(read: Read, organizationId: number): Promise<(NamedRepository & { fullName: string })[]> {
  return read(Prisma.sql`
    SELECT id, full_name AS "fullName", full_name_key AS "fullNameKey", name_key AS "nameKey", aliases, ARRAY(
      SELECT name_key FROM service_paths
      WHERE organization_id = ${organizationId} AND repository_id = repositories.id) AS services
    FROM repositories WHERE organization_id = ${organizationId}`)
}

type Example = { id: number; service: string | null; environment: string; commitSha: string }

async function explain(
  read: Read,
  { id: organizationId, slug }: { id: number; slug: string },
  reasons: readonly Reason[],
): Promise<ExplainedReason[]> {
  const examples = await read<Example>(Prisma.sql`
    SELECT id::float8, service, environment, commit_sha AS "commitSha" FROM deployments
    WHERE organization_id = ${organizationId} AND id = ANY (${reasons.map(({ exampleId }) => exampleId)}::bigint[])`)
  const explained: ExplainedReason[] = []
  for (const reason of reasons) {
    const example = examples.find(({ id }) => id === reason.exampleId)
    if (!example) continue
    const repositoryToImport = await nameToImport(read, organizationId, example.service)
    const subject = { ...example, organization: slug, status: 'success' as const, repositoryToImport }
    explained.push({ ...reason, advice: adviceOn(reason.reason, subject) })
  }
  return explained
}
