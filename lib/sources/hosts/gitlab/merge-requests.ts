import { z } from 'zod'
import { maxInteger } from '@/lib/sources/hosts/host-fields'
import { HostError, type HostPage, type HostPullRequest } from '@/lib/sources/hosts/model'
import type { GitlabAnswer, GitlabClient } from './client'
import { timeField } from './fields'
import { type MergeRequest, mergeRequestSchema, toPullRequest } from './merge-request'
import { readMergeRequestDetails } from './merge-request-details'
import { projectPath } from './projects'

/**
 * Where to go on. One that changes while pages are read moves to the end and all others move up, so pages are not
 * counted: each starts at the last change seen, and pages are counted only among those that changed at that instant.
 */
const positionSchema = z.object({
  after: timeField.nullable(),
  page: z.int().positive(),
  /** How many changed before `after`. */
  before: z.int().nonnegative(),
})

type Position = z.output<typeof positionSchema>

const perPage = 100

/** Notes of each that are looked through for a review: among many, and of one alone. */
const notes = { page: 20, alone: 100 }

/** A hundred merge requests, the earliest changed first. The next page may repeat the last ones. */
export async function readMergeRequests(
  client: GitlabClient,
  hostId: string,
  since: Date | null,
  from: string | null,
): Promise<HostPage<HostPullRequest>> {
  const position = from === null ? { after: since, page: 1, before: 0 } : positionSchema.parse(JSON.parse(from))
  const query = {
    scope: 'all',
    state: 'all',
    order_by: 'updated_at',
    sort: 'asc',
    per_page: String(perPage),
    page: String(position.page),
    ...(position.after && { updated_after: position.after.toISOString() }),
  }
  const answer = await readList(client, projectPath(hostId), query)
  const mergeRequests = answer.body.toSorted(byUpdate)
  const details = await readMergeRequestDetails(client, mergeRequests, notes.page)
  return {
    items: mergeRequests.map((mergeRequest) => toPullRequest(mergeRequest, details.get(mergeRequest.iid))),
    next: answer.next === null ? null : JSON.stringify(findNext(position, mergeRequests)),
    total: answer.total === null ? null : Math.min(position.before + answer.total, maxInteger),
  }
}

/** One merge request with its details. */
export async function readMergeRequest(client: GitlabClient, hostId: string, number: number): Promise<HostPullRequest> {
  const { body } = await client.get(`${projectPath(hostId)}/merge_requests/${number}`, {}, mergeRequestSchema)
  const details = await readMergeRequestDetails(client, [body], notes.alone)
  return toPullRequest(body, details.get(number))
}

/** Where merge requests are switched off, GitLab forbids to list them. */
async function readList(
  client: GitlabClient,
  project: string,
  query: Record<string, string>,
): Promise<GitlabAnswer<MergeRequest[]>> {
  try {
    return await client.get(`${project}/merge_requests`, query, z.array(mergeRequestSchema).max(perPage))
  } catch (error) {
    if (!(error instanceof HostError && error.kind === 'access')) throw error
    const { body } = await client.get(project, {}, z.object({ merge_requests_enabled: z.boolean().optional() }))
    if (body.merge_requests_enabled !== false) throw error
    return { body: [], next: null, total: 0 }
  }
}

function byUpdate(a: MergeRequest, b: MergeRequest): number {
  return a.updated_at.getTime() - b.updated_at.getTime()
}

function findNext({ after, page, before }: Position, mergeRequests: readonly MergeRequest[]): Position {
  const last = mergeRequests.at(-1)?.updated_at ?? after
  if (last?.getTime() === after?.getTime()) return { after, page: page + 1, before }
  const earlier = mergeRequests.filter(({ updated_at }) => last && updated_at < last).length
  return { after: last, page: 1, before: before + (page - 1) * perPage + earlier }
}
