import type { Host } from '@/lib/generated/prisma/enums'

/** A repository as its host reports it. */
export type HostRepository = {
  /** The host's own id, which a rename does not change. */
  hostId: string
  /** `owner/name`; GitLab's groups may nest. */
  fullName: string
  defaultBranch: string | null
  webUrl: string
}

/** A pull request (GitLab: merge request). Null means that this answer of the host does not say. */
export type HostPullRequest = {
  number: number
  title: string
  author: string | null
  baseBranch: string
  state: 'open' | 'closed' | 'merged'
  openedAt: Date
  closedAt: Date | null
  mergedAt: Date | null
  /** The commit on the base branch: of a merge, of a squash, or the last one of a rebase. Only when merged. */
  mergeCommitSha: string | null
  headCommitSha: string | null
  firstCommitSha: string | null
  firstCommitAt: Date | null
  firstReviewAt: Date | null
  additions: number | null
  deletions: number | null
  /** Changed files, relative to the root of the repository; `incomplete` when there are more than the host lists. */
  paths: string[] | 'incomplete' | null
  webUrl: string
  /** By the host's clock: an older state never replaces a newer one. */
  updatedAt: Date
}

/** A commit with its ancestry. */
export type HostCommit = {
  sha: string
  parents: string[]
  authorName: string
  authoredAt: Date
  committedAt: Date
  /** The merged pull request that brought it, where the host says so. */
  pullRequestNumber: number | null
}

/** Some items in the order of the host, and where to go on after them; null at the end. */
export type HostPage<Item> = { items: Item[]; next: string | null; total: number | null }

/**
 * Reads from one host; throws `HostError` for anything that a later try or a person has to mend. Once `signal` is
 * aborted the host is called no more, and its reason is thrown. Positions (`from`, `next`) are opaque, JSON-safe and good
 * for days.
 */
export type HostReader = {
  host: Host
  /** Repositories that the credentials reach. */
  readRepositories(from: string | null, signal?: AbortSignal): Promise<HostPage<HostRepository>>
  /** One repository, also after a rename. */
  readRepository(hostId: string, signal?: AbortSignal): Promise<HostRepository>
  /** Pull requests in order of their last change, the earliest first, changed since `since` (inclusive). */
  readPullRequests(
    hostId: string,
    since: Date | null,
    from: string | null,
    signal?: AbortSignal,
  ): Promise<HostPage<HostPullRequest>>
  /** One pull request with all that can be known of it. */
  readPullRequest(hostId: string, number: number, signal?: AbortSignal): Promise<HostPullRequest>
  /** Commits that branches and tags point at, by name of the ref. */
  readTips(hostId: string, signal?: AbortSignal): Promise<Map<string, string>>
  /** Commits reachable from one, newest first. */
  readCommits(hostId: string, tip: string, from: string | null, signal?: AbortSignal): Promise<HostPage<HostCommit>>
}

/** What a host's webhook says, in the words of this product. */
export type HostEvent =
  | { kind: 'pull request'; repository: HostRepository; pullRequest: HostPullRequest }
  | { kind: 'push'; repository: HostRepository; ref: string; tip: string }
  | { kind: 'repository'; repository: HostRepository; change: 'renamed' | 'removed' | 'changed' }
  | { kind: 'access'; installationId: string | null; change: 'granted' | 'removed' }
  | { kind: 'deployment'; repository: HostRepository; deployment: HostDeployment }

/** A deployment that the host itself keeps, as one event of it. */
export type HostDeployment = {
  hostId: string
  commitSha: string
  environment: string
  status: 'pending' | 'in_progress' | 'success' | 'failure' | 'cancelled'
  startedAt: Date
  completedAt: Date | null
  branch: string | null
  triggeredBy: string | null
  pipelineUrl: string | null
}

/** Why a host did not answer as hoped. */
export class HostError extends Error {
  constructor(
    /** In words for people: what is wrong and what to do. */
    message: string,
    /** `later`: the same may work at `retryAt`; `access`: a person has to mend it; `gone`: it is not there any more. */
    readonly kind: 'later' | 'access' | 'gone',
    readonly retryAt: Date | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
