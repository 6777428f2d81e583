import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'
import { addressField, countField, listField, nameField, numberField } from '../host-fields'
import type { HostEvent, HostRepository } from '../model'
import { isSameText } from '../same-text'
import type { Proof } from '../webhook'
import { type HostWebhook, otherEvent, readFields } from '../webhook'
import { date, sha } from './schemas'
import { readDeploymentStatus } from './webhook-deployment'
import { eventRepository } from './webhook-repository'

/** Webhooks of a GitHub App, a repository or an organization. */
export const githubWebhook: HostWebhook = {
  host: 'github',
  readProof,
  readEvents: (headers, payload) => {
    const name = headers.get('x-github-event') ?? ''
    if (!fitsEvent(name, payload)) throw otherEvent()
    return Object.hasOwn(readers, name) ? (readers[name]?.(payload) ?? []) : []
  },
}

const readers: Record<string, (payload: unknown) => HostEvent[]> = {
  pull_request: readPullRequest,
  push: readPush,
  repository: readRepository,
  installation: readInstallation,
  installation_repositories: readInstallationRepositories,
  deployment_status: readDeploymentStatus,
}

const pullRequestSchema = z.object({
  repository: eventRepository,
  pull_request: z.object({
    number: numberField,
    title: z.string(),
    user: z.object({ login: z.string() }).nullish(),
    base: z.object({ ref: z.string() }),
    head: z.object({ sha }),
    state: z.enum(['open', 'closed']),
    created_at: date,
    updated_at: date,
    closed_at: date.nullable(),
    merged_at: date.nullable(),
    merge_commit_sha: sha.nullish(),
    additions: countField.nullish(),
    deletions: countField.nullish(),
    html_url: addressField,
  }),
})

function readPullRequest(payload: unknown): HostEvent[] {
  const { repository, pull_request: pull } = readFields(pullRequestSchema, payload)
  const merged = pull.merged_at !== null
  const pullRequest = {
    number: pull.number,
    title: pull.title,
    author: pull.user?.login ?? null,
    baseBranch: pull.base.ref,
    state: merged ? ('merged' as const) : pull.state,
    openedAt: pull.created_at,
    closedAt: pull.closed_at,
    mergedAt: pull.merged_at,
    // Before the merge it is a test merge that is never deployed.
    mergeCommitSha: merged ? (pull.merge_commit_sha ?? null) : null,
    headCommitSha: pull.head.sha,
    firstCommitSha: null,
    firstCommitAt: null,
    firstReviewAt: null,
    additions: pull.additions ?? null,
    deletions: pull.deletions ?? null,
    paths: null,
    webUrl: pull.html_url,
    updatedAt: pull.updated_at,
  }
  return [{ kind: 'pull request', repository, pullRequest }]
}

const pushSchema = z.object({
  repository: eventRepository,
  ref: z.string(),
  after: sha,
  deleted: z.boolean().default(false),
})

/** A branch or tag that is gone changes nothing that is known. */
function readPush(payload: unknown): HostEvent[] {
  const { repository, ref, after, deleted } = readFields(pushSchema, payload)
  return deleted || /^0+$/.test(after) ? [] : [{ kind: 'push', repository, ref, tip: after }]
}

const repositoryEventSchema = z.object({ action: z.string(), repository: eventRepository })

/** `watch`, which is of no interest, looks the same but for its action. */
function readRepository(payload: unknown): HostEvent[] {
  const { action, repository } = readFields(repositoryEventSchema, payload)
  if (action === 'created' || action === 'started') return []
  if (action === 'deleted') return [{ kind: 'repository', repository, change: 'removed' }]
  const change = action === 'renamed' || action === 'transferred' ? 'renamed' : 'changed'
  return [{ kind: 'repository', repository, change }]
}

const installationSchema = z.object({
  action: z.string(),
  installation: z.object({
    id: z.int().transform(String),
    account: z.object({ html_url: addressField }),
  }),
})

const accessChanges: Record<string, 'granted' | 'removed'> = {
  created: 'granted',
  unsuspend: 'granted',
  new_permissions_accepted: 'granted',
  deleted: 'removed',
  suspend: 'removed',
}

function readInstallation(payload: unknown): HostEvent[] {
  const { action, installation } = readFields(installationSchema, payload)
  const change = Object.hasOwn(accessChanges, action) ? accessChanges[action] : undefined
  return change ? [{ kind: 'access', installationId: installation.id, change }] : []
}

const removedRepository = z.object({
  id: z.int().transform(String),
  full_name: nameField.regex(/^[\w.-]+\/[\w.-]+$/),
})

const changedRepositories = installationSchema.extend({
  repositories_removed: listField(removedRepository, 100_000).default([]),
})

function readInstallationRepositories(payload: unknown): HostEvent[] {
  const { action, installation, repositories_removed: removed } = readFields(changedRepositories, payload)
  if (action === 'added') return [{ kind: 'access', installationId: installation.id, change: 'granted' }]
  const { origin } = new URL(installation.account.html_url)
  const repositoryOf = ({ id, full_name: fullName }: (typeof removed)[number]): HostRepository => ({
    hostId: id,
    fullName,
    defaultBranch: null,
    webUrl: new URL(`/${fullName}`, origin).href,
  })
  const each = new Map(removed.map((entry) => [entry.id, entry])).values()
  return [...each].map((entry) => ({ kind: 'repository', repository: repositoryOf(entry), change: 'removed' }))
}

type Shape = { needs: readonly string[]; not?: readonly string[]; only?: readonly string[] }

/** Where a pull request is only what something else happened to. */
const happenedToIt = ['alert', 'check_run', 'check_suite', 'comment', 'issue', 'review', 'thread']

/** Of a repository, much else is `deleted` while it stays itself: nothing more may stand there. */
const onlyOfRepository = ['action', 'changes', 'enterprise', 'installation', 'organization', 'repository', 'sender']

const shapes: Record<string, Shape> = {
  pull_request: { needs: ['pull_request'], not: happenedToIt },
  push: { needs: ['ref', 'before'], not: ['ref_type', 'pull_request'] },
  repository: { needs: ['repository'], only: onlyOfRepository },
  installation: { needs: ['installation'], not: ['repository', 'repositories_added', 'repositories_removed'] },
  installation_repositories: { needs: ['installation', 'repositories_added', 'repositories_removed'] },
  deployment_status: { needs: ['deployment', 'deployment_status'] },
}

/**
 * Whether a payload can be of the event that a header names: no signature covers the header, and what was signed as one
 * event is not to be taken as another.
 */
function fitsEvent(name: string, payload: unknown): boolean {
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (!shape) return true
  const { needs, not = [], only } = shape
  const keys = Object.keys(Object(payload))
  return (
    needs.every((key) => keys.includes(key)) &&
    keys.every((key) => !not.includes(key) && (only === undefined || only.includes(key)))
  )
}

/**
 * `X-Hub-Signature-256`: the HMAC-SHA256 of the very bytes of the body with the secret. It covers no header, so a
 * delivery is known by its body: under another `X-GitHub-Delivery` it is still the same.
 */
function readProof(headers: Headers, secret: string): Proof | null {
  const signature = headers.get('x-hub-signature-256') ?? ''
  if (!/^sha256=[0-9a-f]{64}$/.test(signature)) return null
  return {
    covers: (body) => isSameText(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`),
    deliveryIdOf: (body) => `sha256:${createHash('sha256').update(body).digest('hex')}`,
  }
}
