import type { TestRepository } from '@/lib/sources/git-import/test-repository'

/** A project of the stand-in. Its commits, branches and tags are those of a real repository. */
export type GitlabProject = {
  id: number
  fullPath: string
  defaultBranch: string | null
  repository: TestRepository
  mergeRequests: GitlabMergeRequest[]
  mergeRequestsEnabled: boolean
  /** How many merge requests a question of GraphQL may be about. */
  maxBatch: number
  /** Merge requests whose changes it takes too long to work out. */
  tooLarge: Set<number>
}

export type GitlabNote = { author: string; at: Date; system: boolean; icon: string | null }

export type GitlabMergeRequest = {
  iid: number
  title: string
  author: string
  state: 'opened' | 'closed' | 'locked' | 'merged'
  targetBranch: string
  /** Where the branch left the target, and its last commit. */
  base: string
  head: string
  mergeCommitSha: string | null
  squashCommitSha: string | null
  createdAt: Date
  updatedAt: Date
  mergedAt: Date | null
  closedAt: Date | null
  notes: GitlabNote[]
}

export function describeProject(origin: string, { id, fullPath, defaultBranch, mergeRequestsEnabled }: GitlabProject) {
  return {
    id,
    path_with_namespace: fullPath,
    ...(defaultBranch && { default_branch: defaultBranch }),
    web_url: `${origin}/${fullPath}`,
    merge_requests_enabled: mergeRequestsEnabled,
  }
}

export function describeMergeRequest(origin: string, project: GitlabProject, mergeRequest: GitlabMergeRequest) {
  const { iid, title, author, state, head } = mergeRequest
  return {
    id: project.id * 1_000_000 + iid,
    iid,
    title,
    state,
    author: { username: author },
    target_branch: mergeRequest.targetBranch,
    sha: head,
    merge_commit_sha: mergeRequest.mergeCommitSha,
    squash_commit_sha: mergeRequest.squashCommitSha,
    created_at: mergeRequest.createdAt,
    updated_at: mergeRequest.updatedAt,
    merged_at: mergeRequest.mergedAt,
    closed_at: mergeRequest.closedAt,
    web_url: `${origin}/${project.fullPath}/-/merge_requests/${iid}`,
    references: { full: `${project.fullPath}!${iid}` },
  }
}

/** What the GraphQL API adds. */
export function detailMergeRequest({ repository }: GitlabProject, mergeRequest: GitlabMergeRequest, noteCount: number) {
  const { iid, author, base, head } = mergeRequest
  const [first = ''] = repository.git('log', '--reverse', '--format=%H %aI', head, `^${base}`).split('\n')
  const [sha, authoredDate] = first.split(' ')
  const numbers = repository.git('diff', '--numstat', '-z', base, head).split('\0').filter(Boolean)
  return {
    iid: String(iid),
    author: { username: author },
    diffStats: numbers
      .map((line) => line.split('\t'))
      .map(([additions, deletions, path]) => ({
        path,
        additions: Number(additions),
        deletions: Number(deletions),
      })),
    commits: { nodes: sha ? [{ sha, authoredDate }] : [] },
    notes: {
      nodes: mergeRequest.notes.slice(0, noteCount).map((note) => ({
        author: { username: note.author },
        createdAt: note.at,
        system: note.system,
        systemNoteIconName: note.icon,
      })),
    },
  }
}

/** Commits reachable from a revision, in the order of `--topo-order`; null when git does not know it. */
export function listCommits({ repository }: GitlabProject, revision: string, skip: number, count: number) {
  const options = ['--topo-order', `--skip=${skip}`, `--max-count=${count}`, '--format=%H%x00%P%x00%an%x00%aI%x00%cI']
  try {
    const lines = repository
      .git('log', ...options, revision, '--')
      .split('\n')
      .filter(Boolean)
    return lines
      .map((line) => line.split('\0'))
      .map(([id, parents, author, authored, committed]) => ({
        id,
        parent_ids: parents ? parents.split(' ') : [],
        author_name: author,
        authored_date: authored,
        committed_date: committed,
      }))
  } catch {
    return null
  }
}

/** Branches or tags by name; a tag of something else than a commit has none. */
export function listRefs({ repository }: GitlabProject, kind: 'branches' | 'tags') {
  const prefix = kind === 'branches' ? 'refs/heads/' : 'refs/tags/'
  const format = '%(refname)%00%(objecttype)%00%(objectname)%00%(*objecttype)%00%(*objectname)'
  const lines = repository.git('for-each-ref', `--format=${format}`, prefix).split('\n').filter(Boolean)
  return lines.map((line) => {
    const [name = '', type, sha, peeledType, peeled] = line.split('\0')
    const commit = peeledType === 'commit' ? peeled : type === 'commit' ? sha : null
    return { name: name.slice(prefix.length), commit: commit ? { id: commit } : null }
  })
}
