import { background, type CallOptions } from '@/lib/sources/hosts/call-options'
import type { HostReader } from '@/lib/sources/hosts/model'
import { type GitlabAccess, gitlabClient } from './client'
import { readMergeRequest, readMergeRequests } from './merge-requests'
import { readProject, readProjects } from './projects'
import { readCommits, readTips } from './repository'

/** Reads from gitlab.com or a self-managed GitLab, 15 or later, with a token of a person, project or group. */
export function gitlabReader(access: GitlabAccess, options: Partial<CallOptions> = {}): HostReader {
  const client = gitlabClient(access, { ...background, ...options })
  return {
    host: 'gitlab',
    readRepositories: (from) => readProjects(client, from),
    readRepository: (hostId) => readProject(client, hostId),
    readPullRequests: (hostId, since, from) => readMergeRequests(client, hostId, since, from),
    readPullRequest: (hostId, number) => readMergeRequest(client, hostId, number),
    readTips: (hostId) => readTips(client, hostId),
    readCommits: (hostId, tip, from) => readCommits(client, hostId, tip, from),
  }
}
