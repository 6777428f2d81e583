import type { LinkableDeployment } from '@/lib/deployments/linking/rules'

/** A deployment as it stands after an event, and linked as it was before. */
export type StoredDeployment = LinkableDeployment & { created: boolean }

/** The same with the mark that linking has to follow; null when the event changes no link. */
export type MarkedDeployment = StoredDeployment & { markId: number | null }

/** Columns of a StoredDeployment, but for `created`. */
export const storedColumns = `
  id::float8, status, production, commit_sha AS "commitSha", previous_commit_sha AS "previousCommitSha", environment,
  service, started_at AS "startedAt", completed_at AS "completedAt", repository_id AS "repositoryId",
  resolved_sha AS "resolvedSha", voided_at IS NOT NULL AS voided`
