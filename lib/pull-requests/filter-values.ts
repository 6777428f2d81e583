import type { Listed } from '@/lib/core/listed'
import { reading } from '@/lib/db/reading'
import { loadTeamNames } from '@/lib/deployments/services-of-team'
import { Prisma } from '@/lib/generated/prisma/client'

export type PullRequestFilterValues = {
  /** Full names in alphabetical order, up to a few hundred. */
  repositories: string[]
  teams: Listed<string>
  /** Those of the latest pull requests, the most frequent first. */
  authors: string[]
}

const maxRepositories = 300
const latestRows = 1_000

/** What an organization's pull requests can be filtered by. */
export function listPullRequestFilterValues(organizationId: number): Promise<PullRequestFilterValues> {
  return reading(async (read) => {
    const valuesOf = async (query: Prisma.Sql) => (await read<{ value: string }>(query)).map(({ value }) => value)
    return {
      repositories: await valuesOf(Prisma.sql`
        SELECT full_name AS value FROM repositories WHERE organization_id = ${organizationId}
        ORDER BY full_name_key LIMIT ${maxRepositories}`),
      teams: await loadTeamNames(read, organizationId),
      authors: await valuesOf(Prisma.sql`
        SELECT author AS value FROM (
          SELECT p.author FROM pull_requests p WHERE p.organization_id = ${organizationId}
          ORDER BY coalesce(p.merged_at, p.closed_at, p.opened_at, to_timestamp(0)) DESC, p.id DESC LIMIT ${latestRows}
        ) latest
        WHERE author IS NOT NULL GROUP BY author ORDER BY count(*) DESC, author LIMIT 100`),
    }
  })
}
