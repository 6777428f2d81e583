import { z } from 'zod'
import { addressField, numberField, storableTime } from '../host-fields'
import type { HostEvent } from '../model'
import { readFields } from '../webhook'
import { shaField } from './fields'
import { states } from './merge-request'
import { projectSchema } from './projects'
import { webhookTime } from './webhook-time'

const schema = z.object({
  project: projectSchema,
  user: z.object({ username: z.string() }).nullish(),
  object_attributes: z.object({
    iid: numberField,
    title: z.string(),
    state: z.enum(['opened', 'closed', 'locked', 'merged']),
    action: z.string().nullish(),
    target_branch: z.string(),
    last_commit: z.object({ id: shaField }).nullish(),
    merge_commit_sha: shaField.nullish(),
    created_at: storableTime(webhookTime),
    updated_at: storableTime(webhookTime),
    url: addressField,
  }),
})

/**
 * What an event says of a merge request. It names neither the author, except to who opens it, nor when it was merged,
 * except at that moment, nor the commit of a squash: the sync that follows does.
 */
export function readMergeRequest(payload: unknown): HostEvent[] {
  const { project, user, object_attributes: attributes } = readFields(schema, payload)
  const at = (action: string) => (attributes.action === action ? attributes.updated_at : null)
  const state = states[attributes.state]
  const pullRequest = {
    number: attributes.iid,
    title: attributes.title,
    author: attributes.action === 'open' ? (user?.username ?? null) : null,
    baseBranch: attributes.target_branch,
    state,
    openedAt: attributes.created_at,
    closedAt: at('close'),
    mergedAt: at('merge'),
    mergeCommitSha: state === 'merged' ? (attributes.merge_commit_sha ?? null) : null,
    headCommitSha: attributes.last_commit?.id ?? null,
    firstCommitSha: null,
    firstCommitAt: null,
    firstReviewAt: null,
    additions: null,
    deletions: null,
    paths: null,
    webUrl: attributes.url,
    updatedAt: attributes.updated_at,
  }
  return [{ kind: 'pull request', repository: project, pullRequest }]
}
