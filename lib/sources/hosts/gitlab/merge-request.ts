import { z } from 'zod'
import type { HostPullRequest } from '@/lib/sources/hosts/model'
import { addressField, nameField, numberField, textField } from '../host-fields'
import { shaField, timeField } from './fields'

/** A merge request as the REST API reports it. */
export const mergeRequestSchema = z.object({
  iid: numberField,
  title: textField,
  state: z.enum(['opened', 'closed', 'locked', 'merged']),
  author: z.object({ username: textField }).nullish(),
  target_branch: nameField,
  sha: shaField.nullish(),
  merge_commit_sha: shaField.nullish(),
  squash_commit_sha: shaField.nullish(),
  created_at: timeField,
  updated_at: timeField,
  merged_at: timeField.nullish(),
  closed_at: timeField.nullish(),
  web_url: addressField,
  references: z.object({ full: nameField }),
})

export type MergeRequest = z.output<typeof mergeRequestSchema>

/** What the REST API does not report of a merge request. */
export type MergeRequestDetails = Pick<
  HostPullRequest,
  'firstCommitSha' | 'firstCommitAt' | 'firstReviewAt' | 'additions' | 'deletions' | 'paths'
>

export const unknownDetails: MergeRequestDetails = {
  firstCommitSha: null,
  firstCommitAt: null,
  firstReviewAt: null,
  additions: null,
  deletions: null,
  paths: null,
}

/** `locked` is how GitLab calls the moments in which it merges. */
export const states = { opened: 'open', locked: 'open', closed: 'closed', merged: 'merged' } as const

/** Without details, these are unknown. */
export function toPullRequest(mergeRequest: MergeRequest, details = unknownDetails): HostPullRequest {
  const state = states[mergeRequest.state]
  return {
    number: mergeRequest.iid,
    title: mergeRequest.title,
    author: mergeRequest.author?.username ?? null,
    baseBranch: mergeRequest.target_branch,
    state,
    openedAt: mergeRequest.created_at,
    closedAt: (state === 'open' ? null : mergeRequest.closed_at) ?? null,
    mergedAt: (state === 'merged' ? mergeRequest.merged_at : null) ?? null,
    mergeCommitSha: state === 'merged' ? findLanding(mergeRequest) : null,
    headCommitSha: mergeRequest.sha ?? null,
    webUrl: mergeRequest.web_url,
    updatedAt: mergeRequest.updated_at,
    ...details,
  }
}

/**
 * The commit on the target branch: of the merge, which may be one of a squash; of a squash alone; and after a
 * fast-forward merge, which makes no commit, the head itself.
 */
function findLanding({ merge_commit_sha, squash_commit_sha, sha }: MergeRequest): string | null {
  return merge_commit_sha ?? squash_commit_sha ?? sha ?? null
}
