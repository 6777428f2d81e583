import type { Repository } from '@/lib/generated/prisma/client'

/** The repository of an event, as GitHub reports it. */
export function githubRepository({ hostId, fullName }: Pick<Repository, 'hostId' | 'fullName'>) {
  const [login, name] = fullName.split('/')
  return {
    id: Number(hostId),
    node_id: `R_${hostId}`,
    name,
    full_name: fullName,
    private: true,
    owner: { login, id: 9919, type: 'Organization' },
    html_url: `https://github.com/${fullName}`,
    default_branch: 'main',
    archived: false,
  }
}

/** A `pull_request` event, of an open one unless the fields say otherwise. */
export function githubPullRequestEvent(repository: Repository, action: string, fields: Record<string, unknown> = {}) {
  return {
    action,
    number: 7,
    pull_request: {
      id: 191568743,
      node_id: 'PR_kwDOA',
      number: 7,
      title: 'Book seats in trains of tomorrow',
      user: { login: 'ada', id: 1, type: 'User' },
      state: 'open',
      draft: false,
      created_at: '2026-03-02T08:00:00Z',
      updated_at: '2026-03-02T08:00:00Z',
      closed_at: null,
      merged_at: null,
      merged: false,
      merge_commit_sha: '5'.repeat(40),
      head: { ref: 'tomorrow', sha: 'a'.repeat(40) },
      base: { ref: 'main', sha: 'b'.repeat(40) },
      additions: 12,
      deletions: 3,
      changed_files: 2,
      html_url: `https://github.com/${repository.fullName}/pull/7`,
      ...fields,
    },
    repository: githubRepository(repository),
    sender: { login: 'ada', id: 1 },
  }
}

export const mergedFields = {
  state: 'closed',
  merged: true,
  merge_commit_sha: 'c'.repeat(40),
  closed_at: '2026-03-02T09:00:00Z',
  merged_at: '2026-03-02T09:00:00Z',
  updated_at: '2026-03-02T09:00:00Z',
}

/** A `push` of a branch. */
export function githubPushEvent(repository: Repository, fields: Record<string, unknown> = {}) {
  return {
    ref: 'refs/heads/main',
    before: 'b'.repeat(40),
    after: 'c'.repeat(40),
    created: false,
    deleted: false,
    forced: false,
    commits: [{ id: 'c'.repeat(40), message: 'Book seats', author: { name: 'Ada' } }],
    head_commit: { id: 'c'.repeat(40) },
    repository: githubRepository(repository),
    ...fields,
  }
}

/** A `deployment_status`: deployment 42 of a commit to production. */
export function githubDeploymentEvent(repository: Repository, state: string, at: string) {
  return {
    action: 'created',
    deployment_status: {
      id: 1,
      state,
      creator: { login: 'ada', id: 1 },
      description: '',
      environment: 'production',
      target_url: '',
      log_url: 'https://github.com/acme/api/actions/runs/1/job/2',
      created_at: at,
      updated_at: at,
    },
    deployment: {
      id: 42,
      sha: 'c'.repeat(40),
      ref: 'main',
      task: 'deploy',
      payload: {},
      original_environment: 'production',
      environment: 'production',
      description: null,
      creator: { login: 'ada', id: 1 },
      created_at: '2026-03-02T10:00:00Z',
      updated_at: at,
    },
    repository: githubRepository(repository),
  }
}

const installation = (id: number) => ({
  id,
  account: { login: 'acme', id: 9919, type: 'Organization', html_url: 'https://github.com/acme' },
  repository_selection: 'selected',
  app_id: 1,
})

/** An `installation` event. */
export function githubInstallationEvent(action: string, id = 77) {
  return { action, installation: installation(id), repositories: [], sender: { login: 'ada', id: 1 } }
}

/** An `installation_repositories` event that takes a repository away. */
export function githubRemovalEvent({ hostId, fullName }: Repository) {
  const removed = { id: Number(hostId), node_id: 'R_x', name: fullName, full_name: fullName, private: true }
  return { action: 'removed', installation: installation(77), repositories_added: [], repositories_removed: [removed] }
}
