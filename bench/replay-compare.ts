import { db } from '@/lib/db/db'
import type { Ancestry } from './replay-ancestry'
import { type GitRange, outsideOf } from './replay-expected'
import type { Release } from './replay-git'

/** What a round left in the database, next to what git says. */
export type Verdict = {
  links: number
  /** Deployments whose links, methods or start are not those that git gives, in words. */
  mismatches: string[]
  outside: number
  /** Deployments whose commits outside pull requests are counted otherwise, in words. */
  outsideDifferences: string[]
}

type Stored = {
  tag: string
  links: { number: number; method: string }[]
  outside: string[]
  reason: string | null
  baseSha: string | null
  commitCount: number | null
}

type PullRequest = { number: number; mergeSha: string; headSha: string | null }

/** Compares every stored deployment of an organization with the range that git gives for it. */
export async function compare(
  organizationId: number,
  releases: readonly Release[],
  ranges: readonly GitRange[],
  ancestry: Ancestry,
): Promise<Verdict> {
  const stored = new Map((await readStored(organizationId)).map((row) => [row.tag, row]))
  const pullRequests = await readPullRequests(organizationId)
  const merging = new Set(pullRequests.map(({ mergeSha }) => mergeSha))
  const verdict: Verdict = { links: 0, mismatches: [], outside: 0, outsideDifferences: [] }
  for (const [index, release] of releases.entries()) {
    const [range, row] = [ranges[index], stored.get(release.tag)]
    if (!range || !row) {
      verdict.mismatches.push(`${release.tag}: not stored`)
      continue
    }
    verdict.links += row.links.length
    const wrong = checkLinks(row, range, expectLinks(release.sha, range, pullRequests))
    if (wrong) verdict.mismatches.push(`${release.tag}: ${wrong}`)
    verdict.outside += row.outside.length
    const different = checkOutside(row, outsideOf(release.sha, range, ancestry, merging), countCommits(range, ancestry))
    if (different) verdict.outsideDifferences.push(`${release.tag}: ${different}`)
  }
  return verdict
}

/** Numbers of the pull requests in a range; of a first release, those of its commit alone. */
function expectLinks(sha: string, range: GitRange, pullRequests: readonly PullRequest[]): Set<number> {
  const numbers = (of: readonly PullRequest[]) => new Set(of.map(({ number }) => number))
  const merged = pullRequests.filter(({ mergeSha }) => range.commits.has(mergeSha))
  if (merged.length > 0 || range.previous !== null) return numbers(merged)
  return numbers(pullRequests.filter(({ headSha }) => headSha === sha))
}

function checkLinks(row: Stored, range: GitRange, expected: ReadonlySet<number>): string | null {
  const linked = new Set(row.links.map(({ number }) => number))
  const missing = [...expected].filter((number) => !linked.has(number))
  const surplus = [...linked].filter((number) => !expected.has(number))
  const methods = [...new Set(row.links.map(({ method }) => method))]
  const parts = [
    missing.length > 0 && `lacks ${some(missing)}`,
    surplus.length > 0 && `has ${some(surplus)} too many`,
    row.baseSha !== range.previous && `starts at ${row.baseSha?.slice(0, 10)}, not at ${range.previous?.slice(0, 10)}`,
    methods.includes('time-window') && 'links by date',
  ].filter(Boolean)
  if (parts.length === 0) return null
  return [...parts, `methods ${methods.join(' ') || 'none'}`, `reason ${row.reason}`].join(', ')
}

function countCommits({ commits, previous }: GitRange, ancestry: Ancestry): number | null {
  if (previous === null) return null
  return [...commits].filter((sha) => ancestry.parentsOf(sha).length < 2).length
}

function checkOutside(row: Stored, expected: ReadonlySet<string>, commits: number | null): string | null {
  if (commits === null) return null
  const found = new Set(row.outside)
  const missing = [...expected].filter((sha) => !found.has(sha))
  const surplus = row.outside.filter((sha) => !expected.has(sha))
  const parts = [
    missing.length > 0 && `lacks ${some(missing)}`,
    surplus.length > 0 && `has ${some(surplus)} too many`,
    row.commitCount !== commits && `counts ${row.commitCount} commits, not ${commits}`,
  ].filter(Boolean)
  return parts.length === 0 ? null : parts.join(', ')
}

function some(items: readonly (string | number)[]): string {
  const shown = items.slice(0, 3).map((item) => (typeof item === 'number' ? `#${item}` : item.slice(0, 10)))
  return `${shown.join(' ')}${items.length > 3 ? ` and ${items.length - 3} more` : ''}`
}

async function readStored(organizationId: number): Promise<Stored[]> {
  const { rows } = await db().people.query<Stored>(
    `SELECT d.external_id AS tag, d.unlinked_reason AS reason, d.base_sha AS "baseSha", d.commit_count AS "commitCount",
      coalesce((SELECT json_agg(json_build_object('number', p.number, 'method', l.method))
        FROM deployment_pull_requests l
        JOIN pull_requests p ON p.organization_id = l.organization_id AND p.id = l.pull_request_id
        WHERE l.organization_id = d.organization_id AND l.deployment_id = d.id), '[]') AS links,
      ARRAY(
        SELECT sha FROM deployment_commits c
        WHERE c.organization_id = d.organization_id AND c.deployment_id = d.id) AS outside
    FROM deployments d WHERE d.organization_id = $1`,
    [organizationId],
  )
  return rows
}

async function readPullRequests(organizationId: number): Promise<PullRequest[]> {
  const { rows } = await db().people.query<PullRequest>(
    `SELECT number, merge_commit_sha AS "mergeSha", head_commit_sha AS "headSha" FROM pull_requests
    WHERE organization_id = $1 AND merged_at IS NOT NULL AND merge_commit_sha IS NOT NULL`,
    [organizationId],
  )
  return rows
}
