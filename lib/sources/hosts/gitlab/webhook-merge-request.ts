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
  const { project, user, object_attributes: told } = readFields(schema, payload)
  const at = (action: string) => (told.action === action ? told.updated_at : null)
  const state = states[told.state]
  const pullRequest = {
    number: told.iid,
    title: told.title,
    author: told.action === 'open' ? (user?.username ?? null) : null,
    baseBranch: told.target_branch,
    state,
    openedAt: told.created_at,
    closedAt: at('close'),
    mergedAt: at('merge'),
    mergeCommitSha: state === 'merged' ? (told.merge_commit_sha ?? null) : null,
    headCommitSha: told.last_commit?.id ?? null,
    firstCommitSha: null,
    firstCommitAt: null,
    firstReviewAt: null,
    additions: null,
    deletions: null,
    paths: null,
    webUrl: told.url,
    updatedAt: told.updated_at,
  }
  return [{ kind: 'pull request', repository: project, pullRequest }]
}
