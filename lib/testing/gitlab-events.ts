import type { Repository } from '@/lib/generated/prisma/client'

/** The project of an event, as GitLab reports it. */
export function gitlabProject({ hostId, fullName }: Pick<Repository, 'hostId' | 'fullName'>) {
  return {
    id: Number(hostId),
    name: fullName,
    web_url: `https://gitlab.com/${fullName}`,
    namespace: 'acme',
    path_with_namespace: fullName,
    default_branch: 'main',
    visibility_level: 0,
  }
}

/** A `Merge Request Hook`, of an open one unless the fields say otherwise. */
export function gitlabMergeRequestEvent(repository: Repository, action: string, fields: Record<string, unknown> = {}) {
  return {
    object_kind: 'merge_request',
    event_type: 'merge_request',
    user: { id: 1, name: 'Ada Lovelace', username: 'ada', email: '[REDACTED]' },
    project: gitlabProject(repository),
    object_attributes: {
      id: 99,
      iid: 7,
      title: 'Book seats in trains of tomorrow',
      state: 'opened',
      action,
      target_branch: 'main',
      source_branch: 'tomorrow',
      author_id: 1,
      created_at: '2026-03-02 08:00:00 UTC',
      updated_at: '2026-03-02 08:00:00 UTC',
      last_commit: { id: 'a'.repeat(40), message: 'Book seats', timestamp: '2026-03-02T07:59:00+00:00' },
      merge_commit_sha: null,
      url: `https://gitlab.com/${repository.fullName}/-/merge_requests/7`,
      ...fields,
    },
    changes: {},
  }
}

/** A `Push Hook` or `Tag Push Hook`. */
export function gitlabPushEvent(repository: Repository, fields: Record<string, unknown> = {}) {
  return {
    object_kind: 'push',
    before: 'b'.repeat(40),
    after: 'c'.repeat(40),
    ref: 'refs/heads/main',
    checkout_sha: 'c'.repeat(40),
    project_id: Number(repository.hostId),
    project: gitlabProject(repository),
    commits: [],
    ...fields,
  }
}

/** A `Deployment Hook`: deployment 42 of a commit to production. */
export function gitlabDeploymentEvent(repository: Repository, status: string, at: string) {
  return {
    object_kind: 'deployment',
    status,
    status_changed_at: at,
    deployment_id: 42,
    deployable_id: 796,
    deployable_url: `https://gitlab.com/${repository.fullName}/-/jobs/796`,
    environment: 'production',
    environment_tier: 'production',
    project: gitlabProject(repository),
    ref: 'main',
    short_sha: 'c'.repeat(8),
    user: { id: 1, name: 'Ada Lovelace', username: 'ada' },
    commit_url: `https://gitlab.com/${repository.fullName}/-/commit/${'c'.repeat(40)}`,
    commit_title: 'Book seats',
  }
}
